/** A question that cannot be answered: a sentence, and the key of the fact it belongs to, if any. */
export class Fault extends Error {
  constructor(
    readonly words: string,
    readonly where: string | null = null,
  ) {
    super(words);
    this.name = "Fault";
  }
}

/** Python or the service did not respond; the other may answer. */
export class OutOfReach extends Error {
  override readonly name = "OutOfReach";
}

const isFault = (answer: unknown): answer is { fault: string; where?: string | null } =>
  typeof answer === "object" && answer !== null && "fault" in answer && typeof answer.fault === "string";

/** The answer; a fault is thrown. */
export function orThrowFault(answer: unknown): unknown {
  if (isFault(answer)) throw new Fault(answer.fault, answer.where ?? null);
  return answer;
}

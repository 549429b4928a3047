/** Names of people at the table. */
export const LONGEST_NAME = 60;
const NOBODY = "Guest";

/** A name cut to the longest allowed, or a default if it is empty. */
export const nameOr = (name: string, otherwise: string = NOBODY): string =>
  name.trim().slice(0, LONGEST_NAME) || otherwise;

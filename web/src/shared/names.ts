/** Names of people at the table. */
export const LONGEST_NAME = 60;
const UNNAMED = "Guest";

/** A name cut to the longest allowed, or a default if it is empty. */
export const nameOr = (name: string, otherwise: string = UNNAMED): string =>
  name.trim().slice(0, LONGEST_NAME) || otherwise;

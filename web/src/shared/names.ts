/** Names of people at the table. */
export const LONGEST_NAME = 60;
const NOBODY = "Guest";

/** The name somebody goes by. */
export const nameOr = (name: string, otherwise: string = NOBODY): string =>
  name.trim().slice(0, LONGEST_NAME) || otherwise;

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);

/** A date such as 1781-01-17 as 17 January 1781; anything that is not year, month and day stays as it is. */
export function dateInWords(date: string): string {
  const found = /^(\d{1,4})-(\d\d)-(\d\d)$/.exec(date);
  const month = MONTHS[Number(found?.[2]) - 1];
  return found && month ? `${Number(found[3])} ${month} ${Number(found[1])}` : date;
}

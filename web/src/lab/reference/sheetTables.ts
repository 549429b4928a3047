/**
 * The quick-reference sheet cut into its tables, so that they can be searched and every id opens its rule.
 */

export interface SheetTable {
  readonly rule: string;
  readonly title: string;
  readonly text: string;
  /** The table itself as the engine wrote it. */
  readonly markup: string;
  readonly isWide: boolean;
  /** All its words, for the search. */
  readonly words: string;
}
export interface ReferenceSheet {
  readonly title: string;
  readonly period: string;
  readonly foot: string;
  readonly tables: readonly SheetTable[];
}

/** Removes the sheet's own style: the page's security policy refuses it, and the page has a style for it. */
const withoutStyle = (html: string): string => html.replace(/<style\b[^>]*>[\s\S]*?<\/style>/gi, "");

export function cutSheet(html: string): ReferenceSheet {
  const page = new DOMParser().parseFromString(withoutStyle(html), "text/html");
  const text = (within: ParentNode, selector: string): string =>
    within.querySelector(selector)?.textContent.trim() ?? "";
  const tables = [...page.querySelectorAll("main section")].map((section) => {
    const rule = text(section, "h2 small");
    return {
      rule,
      title: text(section, "h2").replace(rule, "").trim(),
      text: text(section, "p.text"),
      markup: section.querySelector("table")?.outerHTML ?? "",
      isWide: section.classList.contains("wide"),
      words: section.textContent,
    };
  });
  return { title: text(page, "h1"), period: text(page, "header p"), foot: text(page, "footer"), tables };
}

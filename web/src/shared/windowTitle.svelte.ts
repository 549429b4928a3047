/**
 * What the window is called and the sign it wears, so that a player who looks at something else sees that the table
 * waits for him.
 */

const NAME = "Sandtable";

/** What the window is called: a dot in front if it is the player's move. */
export function titleText(title: string, isYours: boolean): string {
  const whole = title && title !== NAME ? title : "";
  if (isYours) return whole ? `● Your move: ${whole}` : "● Your move";
  return whole ? `${whole} · ${NAME}` : NAME;
}

const signOf = (isYours: boolean): string => (isYours ? "/favicon-your-move.svg" : "/favicon.svg");

class WindowTitle {
  #title = "";
  #isYours = false;

  /** The window is called so, until the returned procedure is called or something else calls it otherwise. */
  title(title: string): () => void {
    this.#title = title;
    this.#show();
    return () => {
      if (this.#title !== title) return;
      this.#title = "";
      this.#isYours = false;
      this.#show();
    };
  }

  /** Is it the player's move? Said whenever it changes; `title` is what he plays. */
  yourMove(isYours: boolean, title: string = this.#title): void {
    this.#title = title;
    this.#isYours = isYours;
    this.#show();
  }

  /** The table was left. */
  reset(): void {
    this.yourMove(false, "");
  }

  #show(): void {
    if (typeof document === "undefined") return;
    document.title = titleText(this.#title, this.#isYours);
    const sign = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    const wanted = signOf(this.#isYours);
    if (sign && sign.getAttribute("href") !== wanted) sign.setAttribute("href", wanted);
  }
}

export const windowTitle = new WindowTitle();

/** The title and icon of the window, which show in other tabs that it is the player's move. */

const NAME = "Sandtable";

/** The title of the window, with a dot in front if it is the player's move. */
export function titleText(title: string, isYours: boolean): string {
  const whole = title && title !== NAME ? title : "";
  if (isYours) return whole ? `● Your move: ${whole}` : "● Your move";
  return whole ? `${whole} · ${NAME}` : NAME;
}

const signOf = (isYours: boolean): string => (isYours ? "/favicon-your-move.svg" : "/favicon.svg");

class WindowTitle {
  #title = "";
  #isYours = false;

  /** Sets the title of the window; the returned function clears it unless another title was set. */
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

  /** Sets whether it is the player's move, and the title of the game. */
  yourMove(isYours: boolean, title: string = this.#title): void {
    this.#title = title;
    this.#isYours = isYours;
    this.#show();
  }

  /** Clears the title of the game, when the table is left. */
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

/** Where the reader is on the lab page. Going somewhere leaves the place before behind us; a change of facts does not. */
import { fragmentOf, placeOf, type Place, type Question } from "./address";
import { currentFragment } from "../../shared/fragments";

class LabRouter {
  place = $state.raw<Place>(placeOf(currentFragment()));

  constructor() {
    if (typeof window === "undefined") return;
    const read = (): void => void (this.place = placeOf(currentFragment()));
    window.addEventListener("hashchange", read);
    window.addEventListener("popstate", read);
  }

  /** Go to a place; back leads to the one before. */
  go(place: Place): void {
    history.pushState(null, "", fragmentOf(place));
    this.place = place;
  }

  /** The place is called otherwise now; back leads to where it would have led before. */
  amend(place: Place): void {
    history.replaceState(history.state, "", fragmentOf(place));
    this.place = place;
  }

  ask(question: Question, manner: "go" | "amend" = "go"): void {
    this[manner]({ page: "ask", question });
  }
}

export const labRouter = new LabRouter();

/**
 * The place on the lab page. Going to another place adds an entry to the history; a change of facts does not.
 */
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

  /** Goes to a place and adds it to the history. */
  go(place: Place): void {
    history.pushState(null, "", fragmentOf(place));
    this.place = place;
  }

  /** Replaces the address of the present place; the back button is not affected. */
  amend(place: Place): void {
    history.replaceState(history.state, "", fragmentOf(place));
    this.place = place;
  }

  ask(question: Question, manner: "go" | "amend" = "go"): void {
    this[manner]({ page: "ask", question });
  }
}

export const labRouter = new LabRouter();

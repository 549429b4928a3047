/** Before all else the table that the address names is called for, if it names one; then come the pages. */
import { callAhead, gameIn } from "./api/preload";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/map.css";

const game = gameIn(location.hash);
if (game !== null) {
  callAhead(game);
  void import("./lobby/GamePage.svelte");
  void import("./table/TableScreen.svelte");
}
void import("./start");

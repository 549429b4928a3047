/** Before all else the table that the address names is called for, if it names one; then come the pages. */
import { preloadTable, gameOfFragment } from "./api/preload";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/map.css";

const game = gameOfFragment(location.hash);
if (game !== null) {
  preloadTable(game);
  void import("./lobby/GamePage.svelte");
  void import("./table/TableScreen.svelte");
}
void import("./start");

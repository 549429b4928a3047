/** The first script: starts the requests for the table that the address names, then loads the pages. */
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

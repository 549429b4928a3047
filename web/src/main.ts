/** The first script: starts the requests for the table that the address names, then loads the pages. */
import { preloadTable, gameOfFragment } from "./api/preload";
import "./style/fonts.css";
import "../../src/sandtable/report/drawing/palette.css";
import "./style/reset.css";
import "./style/base.css";
import "../../src/sandtable/report/drawing/map.css";

const game = gameOfFragment(location.hash);
if (game !== null) {
  preloadTable(game);
  void import("./lobby/GamePage.svelte");
  void import("./table/TableScreen.svelte");
}
void import("./start");

/** The lab page: odds, the umpire beside a real table, the roster. */
import { mount } from "svelte";
import "../style/fonts.css";
import "../../../src/sandtable/report/drawing/palette.css";
import "../style/reset.css";
import "../style/base.css";
import "../panels/panels.css";
import "./lab.css";
import Lab from "./Lab.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no element with the id app to stand in");

export default mount(Lab, { target });

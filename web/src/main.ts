import { mount } from "svelte";
import App from "./App.svelte";
import "./style/fonts.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/map.css";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no element with the id app to stand in");

export default mount(App, { target });

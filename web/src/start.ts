/** Mounts the pages. */
import { mount } from "svelte";
import App from "./App.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("the page has no element with the id app to stand in");

export default mount(App, { target });

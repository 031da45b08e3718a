import { render } from "preact";
import { App } from "./app.js";
import { applyTheme } from "./parts/theme-switch.js";
import { logInToDemo } from "./session.js";
import "./styles/app.css";

applyTheme();
const page = document.querySelector("#page");
await logInToDemo();
if (page !== null) render(<App />, page);

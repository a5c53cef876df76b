/** The door: styles, then the page. */
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/frame.css";
import "./styles/shelf.css";
import "./styles/keys.css";
import "./styles/board.css";
import "./styles/panel.css";
import "./styles/explain.css";
import "./styles/race.css";
import "./styles/sheet.css";
import "./styles/phone.css";
import "./styles/lying.css";
import "./styles/print.css";
import { createApp } from "vue";
import App from "./App.vue";

createApp(App).mount("#app");

// From the second visit on the page needs no network. Where that is not possible it does.
if (import.meta.env.PROD && "serviceWorker" in navigator) {
  navigator.serviceWorker.register("./offline.js").catch(() => {});
}

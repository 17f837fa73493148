import "./app.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { follow } from "./lib/route.svelte";
import { applyTheme } from "./lib/settings.svelte";
import { preferredLanguage, speak } from "./lib/words.svelte";

applyTheme();
follow();
await speak(preferredLanguage());
mount(App, { target: document.getElementById("app")! });

import { HELD_KEY, TYPED_KEY } from "../held-script";
import { HYDRATION_ID } from "../hydration-data";
import { offerLightVersion } from "./offer-light-version";
import { reloadUnfinishedPage } from "./reload-unfinished-page";
import { restoreTyped } from "./restore-typed";

// Browsers forget the name of a window now and then; while this page is open, it is known by its history entry.
const entry = document.getElementById(HYDRATION_ID)?.dataset.entry ?? "";
window.name = entry;

restoreTyped(history.state?.[TYPED_KEY] ?? []);
// The scripts stay held back, but what was typed is not kept longer than needed.
history.replaceState({ ...history.state, [HELD_KEY]: entry, [TYPED_KEY]: undefined }, "");
offerLightVersion();
reloadUnfinishedPage();

import css from "./index.css?inline";

/** All of the CSS, for the head of the document. Empty in the browser: the server has written it into the page already. */
export const inlineCss: string = import.meta.env.SSR ? css : "";

import { DEFERRED_REL } from "../hydration-data";

/** Offers the light version at the top of the page, as it works best here: by a copy of the switch in the footer. */
export function offerLightVersion(): void {
  const formOfFooter = document.querySelector('form[action="/light"]');
  const main = document.querySelector("main");
  if (!formOfFooter || !main) return;
  // The page has inline styles of its own components only.
  const styles = document.querySelector<HTMLLinkElement>(`link[${DEFERRED_REL}=stylesheet]`);
  if (styles) styles.rel = "stylesheet";
  const notice = document.createElement("div");
  notice.className = "notice";
  notice.setAttribute("role", "status");
  const text = document.createElement("p");
  text.textContent =
    "На этом устройстве часть удобств не сработала, поэтому страница открыта без них. Всё остальное работает. В лёгкой версии страницы открываются быстрее.";
  const content = document.createElement("div");
  content.append(text, formOfFooter.cloneNode(true));
  notice.append(content);
  main.prepend(notice);
}

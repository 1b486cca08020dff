/** The type that keeps Remix's module script from running until it is wanted. */
export const INERT_TYPE = "club/module";

/** Where a preload link keeps its place until then. */
export const INERT_LINK = "data-preload";

/**
 * Runs in every page (≤ 1 KB). Puts the disarmed scripts back on the first touch, key or focus; or, on a good
 * connection and a device that isn't weak, after `load` when idle. Focus counts only after `load`, since `autofocus`
 * is nobody's touch. "Weak" is told by what the browser admits and by how long this very page took to build.
 */
export const LOADER_SCRIPT = `(function(d,n,w){
var t=["pointerdown","keydown","focusin"],c=n.connection||{},m=n.deviceMemory,on=0;
function go(){if(on)return;on=1;t.forEach(function(e){w.removeEventListener(e,go,true)});
d.querySelectorAll("link[${INERT_LINK}]").forEach(function(l){l.rel="modulepreload";l.removeAttribute("${INERT_LINK}")});
var o=d.querySelector('script[type="${INERT_TYPE}"]'),s;
if(o){s=d.createElement("script");s.type="module";s.async=true;s.textContent=o.textContent;o.replaceWith(s)}}
w.addEventListener(t[0],go,true);w.addEventListener(t[1],go,true);
w.addEventListener("load",function(){setTimeout(function(){w.addEventListener(t[2],go,true);
var p=performance.getEntriesByType("navigation")[0];
if(c.saveData||c.effectiveType&&c.effectiveType!="4g"||c.rtt>200||m&&m<4||n.hardwareConcurrency<4&&m===undefined||!p||!w.requestIdleCallback||p.loadEventStart-p.responseEnd>150)return;
requestIdleCallback(go)},0)})
})(document,navigator,window)`.replace(/\n/g, "");

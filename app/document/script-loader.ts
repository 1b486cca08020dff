/** The type that keeps Remix's module script from running until it is wanted. */
export const INERT_TYPE = "club/module";

/** Where a preload link keeps its place until then. */
export const INERT_LINK = "data-preload";

/**
 * Runs in every page (≤ 1 KB). Puts the disarmed scripts back on the first touch, key or focus; or, on a good
 * connection and a device that isn't weak, after `load` when idle. Focus counts only after `load`, since `autofocus`
 * is nobody's touch. Back within one document (after a reload) changes only the address while nobody is there to follow it:
 * the page is loaded anew then. What the browser admits of connection and device is checked against this very page: how long
 * its bytes took (400 ms for some 14 KB), how long after them it was parsed (10 to 20 ms on a desktop, over 50 ms on a slow
 * phone), and a short sum (1 ms, over 4 ms). A page that shows work going on gets its script after `load` on any device, for
 * whoever watches it touches nothing.
 */
export const LOADER_SCRIPT = `(function(d,n,w,q){
var c=n.connection||{},a=addEventListener,on,l=w.location,p=l.pathname+l.search;
function go(){if(on)return;on=1;
d.querySelectorAll("link[${INERT_LINK}]").forEach(function(l){l.rel="modulepreload";l.removeAttribute("${INERT_LINK}")});
var o=d.querySelector('script[type="${INERT_TYPE}"]'),s;
if(o){s=d.createElement("script");s.type="module";s.async=true;s.textContent=o.textContent;o.replaceWith(s)}}
a("popstate",function(){w.__remixRouter||p==l.pathname+l.search||l.reload()});
a("pointerdown",go,true);a("keydown",go,true);
a("load",function(){setTimeout(function(){a("focusin",go,true);
var v=q.getEntriesByType("navigation")[0]||{},r=w.requestIdleCallback;
if(d.querySelector("[aria-live=polite]"))go();else if(!c.saveData&&!/[23]g/.test(c.effectiveType)&&!(c.rtt>200||n.deviceMemory<4)&&v.responseEnd-v.requestStart<400&&v.domInteractive-v.responseEnd<50&&r)
r(function(){var b=q.now(),x=7,i=0;for(;i<1e5;i++)x=x*31+i|0;w.clubProbe=x;
if(q.now()-b<4)go()})},0)})
})(document,navigator,window,performance)`.replace(/\n/g, "");

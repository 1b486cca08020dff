/** The type that keeps Remix's module script from running until it is wanted. */
export const INERT_TYPE = "club/module";

/** Where a preload link keeps its place until then. */
export const INERT_LINK = "data-preload";

/**
 * Runs in every page (≤ 1 KB). Puts the disarmed scripts back on the first touch, key or focus; or, on a good
 * connection and a device that isn't weak, after `load` when idle. Focus counts only after `load`, since `autofocus`
 * is nobody's touch. Back within one document (after a reload) changes only the address while nobody is there to follow it:
 * the page is loaded anew then. "Weak" is told by what the browser admits and by a short sum: about 1 ms on a desktop, over 4 ms on a slow phone.
 */
export const LOADER_SCRIPT = `(function(d,n,w){
var t=["pointerdown","keydown","focusin"],c=n.connection||{},m=n.deviceMemory,on=0,l=w.location,p=l.pathname+l.search;
function go(){if(on)return;on=1;t.forEach(function(e){removeEventListener(e,go,true)});
d.querySelectorAll("link[${INERT_LINK}]").forEach(function(l){l.rel="modulepreload";l.removeAttribute("${INERT_LINK}")});
var o=d.querySelector('script[type="${INERT_TYPE}"]'),s;
if(o){s=d.createElement("script");s.type="module";s.async=true;s.textContent=o.textContent;o.replaceWith(s)}}
addEventListener("popstate",function(){w.__remixRouter||p==l.pathname+l.search||l.reload()});
addEventListener(t[0],go,true);addEventListener(t[1],go,true);
addEventListener("load",function(){setTimeout(function(){addEventListener(t[2],go,true);
if(c.saveData||c.effectiveType&&c.effectiveType!="4g"||c.rtt>200||m&&m<4||!w.requestIdleCallback)return;
requestIdleCallback(function(){var b=performance.now(),x=7,i=0;for(;i<1e5;i++)x=x*31+i|0;w.clubProbe=x;
if(performance.now()-b<4)go()})},0)})
})(document,navigator,window)`.replace(/\n/g, "");

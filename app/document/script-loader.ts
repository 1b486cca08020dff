import { LOST_CART_ID, STORED_CART_KEY } from "../lib/stored-cart";
import { HYDRATION_ID } from "./hydration-data";

/** The attribute in which a preload or style sheet link keeps its `rel` until the loader restores it. */
export const DEFERRED_REL = "data-rel";

/**
 * Runs in every page (≤ 1 KB), and is the same in all of them. It starts the entry's script and the deferred style sheet on the
 * first touch, key or focus, or after `load` when the browser is idle, if connection and device are fast.
 * - Focus counts only after `load`, because `autofocus` isn't an action of the visitor.
 * - Besides what the browser reports, the speed is measured on this very page: its bytes (about 14 KB) came within 400 ms,
 *   it was parsed within 50 ms (10 to 20 ms on a desktop), and a short loop took less than 4 ms (1 ms on a desktop).
 * - A page with a live region shows progress that must update without a touch, so it starts the scripts after `load` on
 *   any device. So does a page that has to restore the cart from local storage.
 * - Back between entries of one document changes only the address as long as no router runs, so the page is reloaded.
 */
export const LOADER_SCRIPT = `(function(d,n,w,q){
var c=n.connection||{},a=addEventListener,on,l=w.location,p=l.pathname+l.search;
function go(){if(on)return;on=1;
d.querySelectorAll("link[${DEFERRED_REL}]").forEach(function(l){l.rel=l.dataset.rel});
var o=d.getElementById("${HYDRATION_ID}"),s;
if(o){s=d.createElement("script");s.type="module";s.src=o.dataset.entry;d.body.append(s)}}
a("popstate",function(){w.__remixRouter||p==l.pathname+l.search||l.reload()});
a("pointerdown",go,1);a("keydown",go,1);
a("load",function(){setTimeout(function(){a("focusin",go,1);
var v=q.getEntriesByType("navigation")[0]||{},r=w.requestIdleCallback,m="[aria-live=polite]",k="#${LOST_CART_ID}";
try{d.querySelector(k)&&localStorage.${STORED_CART_KEY}&&(m+=","+k)}catch(e){}
if(d.querySelector(m))go();else if(!c.saveData&&!/[23]g/.test(c.effectiveType)&&!(c.rtt>200||n.deviceMemory<4)&&v.responseEnd-v.requestStart<400&&v.domInteractive-v.responseEnd<50&&r)
r(function(){var b=q.now(),x=7,i=0;for(;i<1e5;i++)x=x*31+i|0;w.clubProbe=x;
if(q.now()-b<4)go()})})})
})(document,navigator,window,performance)`.replace(/\n/g, "");

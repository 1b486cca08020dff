import { LOST_CART_ID, STORED_CART_KEY } from "../lib/stored-cart";
import { HELD_KEY, HELD_SCRIPT_PATH } from "./held-script";
import { DEFERRED_REL, HYDRATION_ID } from "./hydration-data";
import { REMIX_ROUTER } from "./remix-internals";
import { SCRIPT_FEATURES } from "./script-features";

/**
 * Runs in every page (≤ 1 KB), and is the same in all of them. It is read by every browser, so its syntax is that of ES5. It does
 * nothing in a browser that lacks one of `SCRIPT_FEATURES`. Where the scripts are held back after a fault, it starts
 * `HELD_SCRIPT_PATH` in their place. Else it starts the entry's script and the deferred style sheet on the first touch, key or
 * focus, or after `load` when the browser is idle, if connection and device are fast.
 * - Focus counts only after `load`, because `autofocus` isn't an action of the visitor.
 * - Besides what the browser reports, the speed is measured on this very page: its bytes (about 14 KB) came within 400 ms,
 *   it was parsed within 50 ms (10 to 20 ms on a desktop), and a short loop took less than 4 ms (1 ms on a desktop).
 * - A page with a live region shows progress that must update without a touch, so it starts the scripts after `load` on
 *   any device. So does a page that has to restore the cart from local storage.
 * - Back between entries of one document changes only the address as long as no router runs, so the page is reloaded.
 */
export const LOADER_SCRIPT = `(function(d,n,w,q){
if(${SCRIPT_FEATURES.map((name) => `!w.${name}`).join("||")})return;
var c=n.connection||0,a=addEventListener,s=d.querySelector.bind(d),e=s("#${HYDRATION_ID}").dataset.entry,p=d.URL.split("#")[0],z;
function f(u){z=d.createElement("script");z.type="module";z.src=u;d.body.append(z)}
function o(){z||(d.querySelectorAll("[${DEFERRED_REL}]").forEach(function(l){l.rel=l.dataset.rel}),f(e))}
if(e==name||e==(history.state||0).${HELD_KEY})f("${HELD_SCRIPT_PATH}");
a("popstate",function(){w.${REMIX_ROUTER}||p==d.URL.split("#")[0]||location.reload()});
a("pointerdown",o,1);a("keydown",o,1);
a("load",function(){setTimeout(function(){a("focusin",o,1);
var v=q.getEntriesByType("navigation")[0]||0,t=v.responseEnd,r=w.requestIdleCallback,k=s("#${LOST_CART_ID}");
try{k=k&&localStorage.${STORED_CART_KEY}}catch(x){k=0}
k||s("[aria-live=polite]")?o():c.saveData||/[23]g/.test(c.effectiveType)||c.rtt>200||n.deviceMemory<4||t-v.requestStart<400&&v.domInteractive-t<50&&r&&
r(function(){for(var b=q.now(),x=7,i=1e5;i--;)x=x*3^i;o.x=x;q.now()-b<4&&o()})})})
})(document,navigator,window,performance)`.replace(/\n/g, "");

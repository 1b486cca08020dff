/**
 * Globals without which the loader starts no script: `WeakRef` came with Chrome 84, Safari 14.1 and Firefox 79, `TransformStream`
 * with Chrome 67, Safari 14.1 and Firefox 102. So a browser has both exactly if `.browserslistrc` names it in [script], which a
 * test compares with the published tables. The page's data are decoded by the second one.
 */
export const SCRIPT_FEATURES = ["WeakRef", "TransformStream"] as const;

import type { ShouldRevalidateFunction } from "@remix-run/react";

/** No form of a registration page changes what the page has loaded, except one whose invitation can't be used any more. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formData, actionResult, defaultShouldRevalidate }) =>
  Boolean(actionResult?.isLinkGone) || (!formData && defaultShouldRevalidate);

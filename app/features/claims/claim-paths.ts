/** Where participants claim sales, and where a curator answers. */
export const OWN_CLAIMS = "/dashboard/sales/claims";
export const NEW_CLAIM = "/dashboard/sales/claims/new";
export const RECEIVED_CLAIMS = "/dashboard/report/claims";

export const receivedClaimPath = (id: string) => `${RECEIVED_CLAIMS}/${encodeURIComponent(id)}`;

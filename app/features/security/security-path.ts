/** The page of password and sessions. */
export const SECURITY_PATH = "/dashboard/profile/security";

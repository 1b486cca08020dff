export { refuseDisabledManager } from "./disabled-manager";
export { findByLogin } from "./log-in";
export { hashPassword, verifyPassword } from "./password";
export { fullName, isActivated } from "./person";
export { issueRedirectToken } from "./redirect-token";

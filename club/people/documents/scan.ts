import { alias, IMAGES_TOO_LARGE_MESSAGE, SCAN_TYPE_MESSAGE } from "../../../contract/values";
import type { UploadedFile } from "../../platform/http/endpoint";
import { RefusalError } from "../../platform/http/refusal-error";
import { stripMetadata } from "../../platform/media/strip-metadata";
import { detectDocumentType } from "./document-type";

/** Largest size of one scan in bytes (§5.16). */
export const SCAN_BYTES_LIMIT = 10 * 1024 * 1024;
/** Largest body in bytes: two scans and the fields. The router refuses a larger one before reading it. */
export const SCANS_BODY_LIMIT = 2 * SCAN_BYTES_LIMIT + 1024 * 1024;

/**
 * An uploaded scan or photo within the size limit and of an accepted type, without what a photo tells beside the picture.
 * @param missing the message without one
 * @throws RefusalError on `field`: tooLarge (§5.16), validation
 */
export function requireScan(file: UploadedFile | undefined, field: string, missing: string): UploadedFile {
  if (!file) throw new RefusalError(alias.validation, missing, field);
  if (file.content.length > SCAN_BYTES_LIMIT) throw new RefusalError(alias.tooLarge, IMAGES_TOO_LARGE_MESSAGE, field);
  if (!detectDocumentType(file.content)) {
    throw new RefusalError(alias.validation, SCAN_TYPE_MESSAGE, field);
  }
  return { ...file, content: stripMetadata(file.content) };
}

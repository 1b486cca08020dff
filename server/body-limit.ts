import type { RequestHandler } from "express";
import { type ErrorPage, sendErrorPage } from "./error-page";

/** Uploads: a report of 20 000 rows is about 3 MB, two photos of a passport about 20 MB. */
const UPLOAD_LIMIT = 32 * 1024 * 1024;
/** All other forms. */
const FORM_LIMIT = 256 * 1024;

/** §5.16 */
const TOO_LARGE: ErrorPage = {
  status: 413,
  title: "Слишком большой файл",
  text: "Размер загружаемых изображений превышает допустимый",
};

const LENGTH_REQUIRED: ErrorPage = {
  status: 411,
  title: "Не удалось принять форму",
  text: "Браузер не сообщил размер отправляемых данных. Вернитесь назад и отправьте форму ещё раз.",
};

/** Checks `Content-Length` before the body is read. A body without it gets 411; no browser sends one. */
export function limitBody(onRefuse: () => void): RequestHandler {
  return (req, res, next) => {
    if (req.method === "GET" || req.method === "HEAD") return next();
    const errorPage =
      req.headers["transfer-encoding"] !== undefined
        ? LENGTH_REQUIRED
        : Number(req.headers["content-length"] ?? 0) >
            (isUpload(req.headers["content-type"]) ? UPLOAD_LIMIT : FORM_LIMIT)
          ? TOO_LARGE
          : undefined;
    if (!errorPage) return next();
    onRefuse();
    sendErrorPage(req, res, errorPage);
  };
}

function isUpload(contentType: string | undefined): boolean {
  return contentType?.toLowerCase().startsWith("multipart/form-data") ?? false;
}

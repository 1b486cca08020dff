import type { Request, RequestHandler, Response } from "express";
import { IMAGES_TOO_LARGE_MESSAGE } from "../contract/values";
import { type ErrorPage, sendErrorPage } from "./error-page";
import type { UploadKind } from "./routes";

/** Uploads: a report of 20 000 rows is about 3 MB, two photos of a passport about 20 MB. */
const UPLOAD_LIMIT = 32 * 1024 * 1024;
/** All other forms. */
const FORM_LIMIT = 256 * 1024;
/** Uploads that are received at the same time: bytes of all participants together, and number of one participant's. */
const ALL_UPLOADS_LIMIT = 4 * UPLOAD_LIMIT;
const OWN_UPLOADS_LIMIT = 2;

const LENGTH_REQUIRED: ErrorPage = {
  status: 411,
  title: "Не удалось принять форму",
  text: "Браузер не сообщил размер отправляемых данных. Вернитесь назад и отправьте форму ещё раз.",
};

const FORM_TOO_LARGE: ErrorPage = {
  status: 413,
  title: "Слишком много данных",
  text: "В форме больше текста, чем мы можем принять. Вернитесь назад, сократите его и отправьте форму ещё раз.",
};

/** §5.16 */
const FILE_TOO_LARGE: ErrorPage = {
  status: 413,
  title: "Слишком большой файл",
  text: IMAGES_TOO_LARGE_MESSAGE,
};

const TABLE_TOO_LARGE: ErrorPage = {
  status: 413,
  title: "Слишком большой файл",
  text: "Таблица больше, чем мы можем принять. Вернитесь назад и разделите её на несколько файлов.",
};

const LOGIN_NEEDED: ErrorPage = {
  status: 401,
  title: "Нужно войти",
  text: "Файл не принят: вы не вошли в клуб, или сессия закончилась. Войдите и отправьте его ещё раз.",
};

const STILL_UPLOADING: ErrorPage = {
  status: 429,
  title: "Прошлый файл ещё загружается",
  text: "Дождитесь, пока он загрузится, и отправьте этот ещё раз.",
};

const TOO_MANY_UPLOADS: ErrorPage = {
  status: 503,
  title: "Сейчас загружают слишком много файлов",
  text: "Подождите минуту и отправьте файл ещё раз.",
};

const RETRY_AFTER_S = "60";

export interface BodyLimitOptions {
  /** What files the forms of an address bring; undefined for an address without. */
  findUpload(pathname: string): UploadKind | undefined;
  /** The id of the participant whose session the cookies hold; undefined for a guest. */
  findParticipant(cookies: string): Promise<string | undefined>;
  onRefuse(): void;
}

/**
 * Checks `Content-Length` before the body is read. A body without it gets 411; no browser sends one. A body that is larger
 * than a form without files is accepted only from a participant, on a page with an upload, and only as many at a time as
 * the memory holds, because each is read whole.
 */
export function limitBody({ findUpload, findParticipant, onRefuse }: BodyLimitOptions): RequestHandler {
  let received = 0;
  const uploads = new Map<string, number>();

  const refuse = (req: Request, res: Response, page: ErrorPage) => {
    onRefuse();
    if (page.status === 429 || page.status === 503) res.set("Retry-After", RETRY_AFTER_S);
    sendErrorPage(req, res, page);
  };

  return async (req, res, next) => {
    if (req.method === "GET" || req.method === "HEAD") return next();
    const length = Number(req.headers["content-length"] ?? 0);
    const page = checkLength(req, length, findUpload);
    if (page) return refuse(req, res, page);
    if (length <= FORM_LIMIT) return next();

    const participant = await findParticipant(req.headers.cookie ?? "");
    // The visitor has left meanwhile: nothing would tell when this upload ends.
    if (res.destroyed) return;
    if (participant === undefined) return refuse(req, res, LOGIN_NEEDED);
    const own = uploads.get(participant) ?? 0;
    if (own >= OWN_UPLOADS_LIMIT) return refuse(req, res, STILL_UPLOADING);
    if (received + length > ALL_UPLOADS_LIMIT) return refuse(req, res, TOO_MANY_UPLOADS);
    received += length;
    uploads.set(participant, own + 1);
    res.once("close", () => {
      received -= length;
      const left = (uploads.get(participant) ?? 1) - 1;
      if (left > 0) uploads.set(participant, left);
      else uploads.delete(participant);
    });
    next();
  };
}

/** Why a body of this length isn't accepted here; undefined when it may be. */
function checkLength(req: Request, length: number, findUpload: BodyLimitOptions["findUpload"]): ErrorPage | undefined {
  if (req.headers["transfer-encoding"] !== undefined) return LENGTH_REQUIRED;
  if (length <= FORM_LIMIT) return undefined;
  const isMultipart = req.headers["content-type"]?.toLowerCase().startsWith("multipart/form-data") ?? false;
  const upload = isMultipart ? findUpload(req.path) : undefined;
  if (upload === undefined) return FORM_TOO_LARGE;
  if (length <= UPLOAD_LIMIT) return undefined;
  return upload === "tables" ? TABLE_TOO_LARGE : FILE_TOO_LARGE;
}

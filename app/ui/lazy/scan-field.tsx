import { useEffect, useState } from "react";
import { findScanError, SCAN_ACCEPT } from "../../lib/scan-rules";
import { controlId, type FieldProps } from "../core/field";
import { FileField } from "../core/file-field";
import { shrinkPhoto } from "./shrink-photo";

interface Chosen {
  name: string;
  size: number;
  error: string | undefined;
  /** URL of the preview; null when the browser can't show the file. */
  picture: string | null;
}

/** A scan or a photo. With script a large photo is made smaller, and both are previewed and checked before they are sent. */
export function ScanField(props: FieldProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { shell, name } = props;
  const id = controlId(shell, name);

  // A file may have been chosen before the script was loaded.
  useEffect(() => {
    const input = document.getElementById(id);
    if (input instanceof HTMLInputElement && input.files?.length) prepare(input).then(setChosen);
  }, [id]);

  const picture = chosen?.picture;
  useEffect(() => (picture ? () => URL.revokeObjectURL(picture) : undefined), [picture]);

  return (
    <FileField
      {...props}
      accept={SCAN_ACCEPT}
      required={!props.optional}
      error={chosen?.error}
      status={chosen && !chosen.error ? <Preview {...chosen} /> : undefined}
      onChange={({ currentTarget }) => prepare(currentTarget).then(setChosen)}
    />
  );
}

async function prepare(input: HTMLInputElement): Promise<Chosen | null> {
  // A photo that is too large now may be small enough in a moment.
  input.setCustomValidity("");
  await shrinkPhoto(input);
  return examine(input);
}

function examine(input: HTMLInputElement): Chosen | null {
  const file = input.files?.[0];
  const error = file && findScanError(file);
  // Prevents the form from being sent, like the browser's own constraints.
  input.setCustomValidity(error ?? "");
  if (!file) return null;
  const shown = !error && /^image\/(jpeg|png|webp)$/.test(file.type);
  return { name: file.name, size: file.size, error, picture: shown ? URL.createObjectURL(file) : null };
}

function Preview({ name, size, picture }: Chosen) {
  return (
    <>
      {picture && (
        <>
          <img src={picture} alt="" width={160} />
          <br />
        </>
      )}
      {name}, {formatSize(size)}
    </>
  );
}

/** A size in bytes, formatted as «320 КБ» or «4,2 МБ». */
export function formatSize(bytes: number): string {
  const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, "КБ"] : [bytes / 1024 / 1024, "МБ"];
  const digits = unit === "МБ" ? 1 : 0;
  return `${new Intl.NumberFormat("ru", { maximumFractionDigits: digits }).format(Math.max(value, 1))}\u00a0${unit}`;
}

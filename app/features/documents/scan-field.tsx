import { useEffect, useState } from "react";
import { controlId, type FieldProps } from "../../ui/core/field";
import { FileField } from "../../ui/core/file-field";
import { findScanFault, SCAN_ACCEPT } from "./scan-rules";

interface Chosen {
  name: string;
  size: number;
  fault: string | undefined;
  /** Address of the picture; null for what a browser can't show. */
  picture: string | null;
}

/** A scan or a photo. Where script runs it is shown, and what can't be taken is told, before anything is sent. */
export function ScanField(props: FieldProps) {
  const [chosen, setChosen] = useState<Chosen | null>(null);
  const { shell, name } = props;
  const id = controlId(shell, name);

  // A file may have been chosen before script was there.
  useEffect(() => {
    const input = document.getElementById(id);
    if (input instanceof HTMLInputElement && input.files?.length) setChosen(examine(input));
  }, [id]);

  const picture = chosen?.picture;
  useEffect(() => (picture ? () => URL.revokeObjectURL(picture) : undefined), [picture]);

  return (
    <FileField
      {...props}
      accept={SCAN_ACCEPT}
      required
      error={chosen?.fault}
      status={chosen && !chosen.fault ? <Preview {...chosen} /> : undefined}
      onChange={({ currentTarget }) => setChosen(examine(currentTarget))}
    />
  );
}

function examine(input: HTMLInputElement): Chosen | null {
  const file = input.files?.[0];
  const fault = file && findScanFault(file);
  // Holds the form back, as any other constraint of the browser does.
  input.setCustomValidity(fault ?? "");
  if (!file) return null;
  const shown = !fault && /^image\/(jpeg|png|webp)$/.test(file.type);
  return { name: file.name, size: file.size, fault, picture: shown ? URL.createObjectURL(file) : null };
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

/** Bytes as «320 КБ» or «4,2 МБ». */
export function formatSize(bytes: number): string {
  const [value, unit] = bytes < 1024 * 1024 ? [bytes / 1024, "КБ"] : [bytes / 1024 / 1024, "МБ"];
  const digits = unit === "МБ" ? 1 : 0;
  return `${new Intl.NumberFormat("ru", { maximumFractionDigits: digits }).format(Math.max(value, 1))}\u00a0${unit}`;
}

import type { ComponentPropsWithoutRef } from "react";
import { controlProps, FieldLayout, type FieldProps } from "./field";

type FileFieldProps = FieldProps & Omit<ComponentPropsWithoutRef<"input">, keyof FieldProps | "id" | "type">;

/** A file to send; its form needs `encType="multipart/form-data"`. A browser never fills it in again after an error. */
export function FileField(props: FileFieldProps) {
  const { shell, name, label, hint, optional, error, status, labelHidden, className, ...input } = props;
  const field = { shell, name, label, hint, optional, error, status, labelHidden };
  return (
    <FieldLayout {...field} className={className}>
      <input {...input} {...controlProps(field)} type="file" className="input" />
    </FieldLayout>
  );
}

import type { ComponentPropsWithoutRef } from "react";
import { controlProps, FieldLayout, type FieldProps } from "./field";

type FileFieldProps = FieldProps & Omit<ComponentPropsWithoutRef<"input">, keyof FieldProps | "id" | "type">;

/** A file to upload; its form needs `encType="multipart/form-data"`. It is empty again after an error, as browsers require. */
export function FileField(props: FileFieldProps) {
  const { shell, name, label, hint, optional, error, status, labelHidden, className, ...input } = props;
  const field = { shell, name, label, hint, optional, error, status, labelHidden };
  return (
    <FieldLayout {...field} className={className}>
      <input {...input} {...controlProps(field)} type="file" className="input" />
    </FieldLayout>
  );
}

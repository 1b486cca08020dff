/** Another portal is using the data folder. The message, of one line, tells the operator who and what to do. */
export class DataFolderInUseError extends Error {
  override name = "DataFolderInUseError";
}

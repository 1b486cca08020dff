/** A file that can't be read as a table; the message says why, in words for the person who uploaded it. */
export class UnreadableTable extends Error {}

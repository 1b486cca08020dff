/** Why somebody isn't invited, as it is said of one invitation and of a row of a file. */
export const inviteMessages = {
  participant: "Участник с таким e-mail уже в клубе.",
  unsubscribed: "Этот человек просил не присылать ему приглашений.",
  invited: "Вы уже приглашали этого человека.",
} as const;

import { accountScenes } from "./account-scenes";
import { inviteScenes } from "./invite-scenes";
import type { JobScene } from "./job-scene";
import { operatorScenes } from "./operator-scenes";
import { outboxScenes } from "./outbox-scenes";
import { pointScenes } from "./point-scenes";
import { reportScenes } from "./report-scenes";
import { retentionScenes } from "./retention-scenes";

/** A scene for every job, by its queue. */
export const jobScenes: Readonly<Record<string, JobScene>> = {
  ...accountScenes,
  ...outboxScenes,
  ...reportScenes,
  ...inviteScenes,
  ...retentionScenes,
  ...pointScenes,
  ...operatorScenes,
};

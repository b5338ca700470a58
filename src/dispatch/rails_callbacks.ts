/** Names of the class methods by which Rails is told what to run when something happens. */

const EVENTS = [
  "action",
  "commit",
  "create",
  "destroy",
  "enqueue",
  "filter",
  "perform",
  "processing",
  "rollback",
  "save",
  "update",
  "validation",
];
const TIMES = ["after", "around", "before"];

/** Of Active Record, Active Job, Action Controller and Action Mailbox. */
export const RAILS_CALLBACKS: readonly string[] = [
  ...EVENTS.flatMap((event) => TIMES.map((time) => `${time}_${event}`)),
  "after_create_commit",
  "after_destroy_commit",
  "after_find",
  "after_initialize",
  "after_save_commit",
  "after_touch",
  "after_update_commit",
  "prepend_before_action",
  "rescue_from",
  "validate",
];

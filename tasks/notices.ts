/** Prints the notices that go with an executable. */
import { print, runTask } from "./measure/task.ts";
import { thirdPartyNotices } from "./notices/third_party_notices.ts";

await runTask(async () => print(await thirdPartyNotices()));

/** All routes of the API. Loaded with the first request, because the schemas need their library. */
import type { Route } from "./route.js";
import { answerAsk, openAsks, revokeAsk } from "./routes/asks.js";
import { away } from "./routes/away.js";
import { call } from "./routes/call.js";
import { testChannel, ticketAnswer } from "./routes/channels.js";
import { CORTEX_ROUTES } from "./routes/cortex.js";
import { decisions } from "./routes/decisions.js";
import { eventsByFilter, newEvents } from "./routes/events.js";
import { figures } from "./routes/figures.js";
import { fire } from "./routes/fire.js";
import { governance } from "./routes/governance.js";
import { halt } from "./routes/halt.js";
import { health } from "./routes/health.js";
import { hooks } from "./routes/hooks.js";
import { launchPage, signIn } from "./routes/local-page.js";
import { log } from "./routes/log.js";
import { memories, memory, recall } from "./routes/memories.js";
import { nativeHook } from "./routes/native-hook.js";
import { OAK_ROUTES } from "./routes/oak.js";
import { off } from "./routes/off.js";
import { OTLP_ROUTES } from "./routes/otlp.js";
import { newAsk, outsideAnswer } from "./routes/outside-asks.js";
import { beginConfirm, pageRequests, pageResult, pageView, typeConfirm } from "./routes/page-confirm.js";
import { beginPasskey, finishPasskey, passkeys } from "./routes/page-passkeys.js";
import { removed } from "./routes/removed.js";
import { search } from "./routes/search.js";
import { session, sessions } from "./routes/sessions.js";
import { stats } from "./routes/stats.js";
import { status } from "./routes/status.js";
import { stop } from "./routes/stop.js";
import { stream } from "./routes/stream.js";
import { newThread, thread, threads } from "./routes/threads.js";
import { trust } from "./routes/trust.js";

export const ROUTES: readonly Route[] = [
  health,
  status,
  newEvents,
  eventsByFilter,
  decisions,
  call,
  sessions,
  session,
  hooks,
  trust,
  openAsks,
  newAsk,
  outsideAnswer,
  answerAsk,
  revokeAsk,
  testChannel,
  ticketAnswer,
  away,
  fire,
  nativeHook,
  newThread,
  threads,
  thread,
  search,
  figures,
  governance,
  memories,
  memory,
  recall,
  log,
  stats,
  stream,
  stop,
  halt,
  removed,
  off,
  launchPage,
  pageRequests,
  pageView,
  pageResult,
  ...OAK_ROUTES,
];

/** On the port of the local page only. */
const PAGE_ONLY_ROUTES: readonly Route[] = [signIn, beginConfirm, typeConfirm, passkeys, beginPasskey, finishPasskey];

/** On the port of the local page. */
const PAGE_ROUTES: readonly Route[] = [...PAGE_ONLY_ROUTES, ...ROUTES.filter(({ page }) => page !== undefined)];

export { CORTEX_ROUTES, OTLP_ROUTES, PAGE_ONLY_ROUTES, PAGE_ROUTES };

import { route } from "../route.js";
import { figuresParams, figuresReply } from "../schemas/figures.js";

export const figures = route({
  method: "GET",
  page: "view",
  path: "/v1/figures",
  token: "control",
  summary: "Decisions over time, times per hook, agent and tool, and how fast questions were answered.",
  params: figuresParams,
  reply: figuresReply,
  async handle({ services, params: { days = "7" } }) {
    const { readFigures } = await import("../../records/figures.js");
    return { json: await readFigures(services.store, Number(days), Date.now()) };
  },
});

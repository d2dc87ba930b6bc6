// In the place of `ajv` and `ajv-formats`: the MCP client needs them only for tools whose schema it has asked for.
export class Ajv {}
export default function addFormats() {}

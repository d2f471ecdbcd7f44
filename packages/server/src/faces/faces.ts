import { Faces } from "../request/faces.js";
import { reportsFace } from "./reports/reports-face.js";
import { synchronizerFace } from "./synchronizer/synchronizer-face.js";

/** The faces of every service. */
export const servedFaces = new Faces([reportsFace, synchronizerFace]);

import { GridSimpleComponent } from "echarts/components";
import { init, use } from "echarts/core";
import { SVGRenderer } from "echarts/renderers";

// What charts of all kinds need; each kind adds its own, in a file of its own. Tooltips, legends and the zoom are elements of the
// page: they are smaller than those of the library, and a keyboard and a screen reader reach them. SVG needs no exception
// of the page's policy, and one drawing serves screen and file.
use([GridSimpleComponent, SVGRenderer]);

export { init, use };

/** A chart on the page. */
export type EChart = ReturnType<typeof init>;

import { casesOf, type FilterCase } from "./filter-case.js";
import { RawJson } from "./raw-json.js";

/** Returns a number that the body contains with exactly these digits. */
function raw(text: string): RawJson {
  return new RawJson(text);
}

const integerCases = casesOf({ kind: "range", column: "n" }, [
  ["2^53+1 as a number", { _min: raw("9007199254740993") }, [205, 206]],
  ["2^53+1 as text", { _min: "9007199254740993" }, [205, 206]],
  ["2^53 and nothing next to it", range("9007199254740992", "9007199254740992"), [204], "long"],
  ["2^53+1 and nothing next to it", range("9007199254740993", "9007199254740993"), [205]],
  ["2^53-1 and nothing next to it", range("9007199254740991", "9007199254740991"), [203], "long"],
  ["the smallest number of eight bytes", { _max: raw("-9223372036854775808") }, [207]],
  ["the largest number of eight bytes", { _min: raw("9223372036854775807") }, [206]],
  ["a number beyond eight bytes", { _min: raw("9223372036854775808") }, []],
  [
    "a number far beyond eight bytes",
    { _max: raw("1e30") },
    [201, 202, 203, 204, 205, 206, 207, 208],
    "long",
  ],
  ["a fraction between two whole numbers", range("4.5", "5.5"), [208]],
  ["a fraction without a whole number in it", range("4.5", "4.9"), [], "long"],
  ["fractions around 2^53+1", range("9007199254740992.5", "9007199254740993.5"), [205]],
  ["fractions around 2^53", range("9007199254740991.5", "9007199254740992.5"), [204], "long"],
  ["from a fraction below the largest number of eight bytes", { _min: raw("9223372036854775806.5") }, [206]],
  [
    "up to a fraction above the smallest number of eight bytes",
    { _max: raw("-9223372036854775807.5") },
    [207],
  ],
  ["up to 2^64", { _max: raw("18446744073709551616") }, [201, 202, 203, 204, 205, 206, 207, 208]],
  ["from 2^64", { _min: raw("18446744073709551616") }, [], "long"],
  ["-0 is 0 as a lower end", range("-0", "5"), [201, 208]],
  ["-0 is 0 as an upper end", { _max: raw("-0") }, [201, 202, 207], "long"],
  ["an empty end is open", { _min: "", _max: 0 }, [201, 202, 207]],
  ["an end that is null is open", { _min: null, _max: 0 }, [201, 202, 207], "long"],
  ["no end asks for nothing", {}, "all"],
  ["text is refused", { _min: "abc" }, "refused"],
  ["true is refused", { _min: true }, "refused", "long"],
  ["NaN is refused", { _min: "NaN" }, "refused"],
  ["Infinity is refused", { _max: "Infinity" }, "refused", "long"],
  ["the larger end first is refused", range("5", "1"), "refused"],
  ["the larger end first is refused beyond 2^53", range("9007199254740993", "9007199254740992"), "refused"],
]);

const integerValues = casesOf({ kind: "values", column: "n", needs: "number values" }, [
  ["a number", ["5"], [208]],
  ["the same number in another form", ["5.0"], [208]],
  ["2^53+1", ["9007199254740993"], [205]],
  ["2^53+1 as a number of the body", [raw("9007199254740993")], [205]],
  ["-0 is 0", ["-0"], [201]],
  ["a fraction", ["5.5"], []],
  ["a fraction next to 2^53", ["9007199254740992.5"], [], "long"],
  ["a number below the smallest of eight bytes", ["-9223372036854775809"], []],
  ["text is refused", ["abc"], "refused"],
  ["empty text is refused", [""], "refused"],
]);

const decimalCases = casesOf({ kind: "range", column: "amount", needs: "decimal" }, [
  ["a short decimal", range("0.1", "0.1"), [301]],
  [
    "a decimal of 30 digits as a number",
    range("12345678901234567890.0000000002", "12345678901234567890.0000000002"),
    [303],
  ],
  [
    "a decimal of 30 digits as text",
    { _min: "12345678901234567890.0000000001", _max: "12345678901234567890.0000000001" },
    [302],
  ],
  ["just below zero", { _max: raw("-0.0000000001") }, [304]],
  ["a digit more than the column has", { _min: raw("12345678901234567890.00000000011") }, [303]],
]);

const doubleCases = casesOf({ kind: "range", column: "ratio" }, [
  ["from 0: -0 and infinity, never NaN", { _min: 0 }, [401, 402, 403, 406, 408, 409, 410]],
  ["from -0", { _min: raw("-0.0") }, [401, 402, 403, 406, 408, 409, 410], "long"],
  ["up to 0: -0 and -infinity", { _max: 0 }, [401, 402, 404, 407]],
  ["0 itself", range("0", "0"), [401, 402], "long"],
  ["a fraction that no double holds", range("0.1", "0.1"), [408]],
  ["the smallest double", range("5e-324", "5e-324"), [410]],
  ["a large double", { _min: raw("1e308") }, [406, 409], "long"],
  // Both bounds are the double 0.1, which a row shows as 0.1.
  ["from above what a row shows", { _min: raw("0.10000000000000000001") }, [403, 406, 409]],
  ["from below what a row shows", { _min: raw("0.09999999999999999999") }, [403, 406, 408, 409]],
  ["up to above what a row shows", { _max: raw("0.10000000000000000001") }, [401, 402, 404, 407, 408, 410]],
  ["up to below what a row shows", { _max: raw("0.09999999999999999999") }, [401, 402, 404, 407, 410]],
  ["between the digits of a double", range("0.10000000000000000001", "0.10000000000000000002"), []],
  ["as text, from above what a row shows", { _min: "0.10000000000000000001" }, [403, 406, 409], "long"],
  ["from beyond the doubles", { _min: raw("1e310") }, [406]],
]);

const doubleValues = casesOf({ kind: "values", column: "ratio", needs: "number values" }, [
  ["a number as a row shows it", ["0.1"], [408]],
  ["the same number in another form", ["1e-1"], [408]],
  ["a digit more than a row shows", ["0.10000000000000000001"], []],
  ["a digit more, next to another number", ["0.10000000000000000001", "1.5"], [403]],
  ["0 and -0", ["0"], [401, 402]],
]);

const singleCases = casesOf({ kind: "range", column: "single", needs: "single" }, [
  ["a fraction as the rows show it", range("0.1", "0.1"), [451]],
  ["from a fraction", { _min: raw("0.2") }, [452, 453]],
  ["up to a fraction", { _max: raw("0.2") }, [451, 452]],
  ["from above what a row shows", { _min: raw("0.1000000001") }, [452, 453]],
  ["up to below what a row shows", { _max: raw("0.0999999999") }, []],
  ["from a whole number that no single holds", { _min: raw("16777217") }, []],
  ["from beyond the singles", { _min: raw("1e39") }, []],
]);

/** The expected results of filters of numbers. */
export const numberCases: readonly FilterCase[] = [
  ...integerCases,
  ...integerValues,
  ...decimalCases,
  ...doubleCases,
  ...doubleValues,
  ...singleCases,
  ...casesOf({ kind: "range", column: "label", needs: "chosen column" }, [
    ["a range of text is refused", { _min: 1 }, "refused"],
  ]),
];

function range(min: string, max: string): { readonly _min: RawJson; readonly _max: RawJson } {
  return { _min: raw(min), _max: raw(max) };
}

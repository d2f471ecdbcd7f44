import { describe, expect, runAll, test } from "/tmp/wh/mutants/fast/shim.mjs";
import { execFileSync } from "node:child_process";
// connectors/files/src/csv/date-format.ts
function stryNS_9fa48$7() {
	var g = typeof globalThis === "object" && globalThis && globalThis.Math === Math && globalThis || new Function("return this")();
	var ns = g.__stryker__ || (g.__stryker__ = {});
	if (ns.activeMutant === void 0 && g.process && g.process.env && g.process.env.__STRYKER_ACTIVE_MUTANT__) ns.activeMutant = g.process.env.__STRYKER_ACTIVE_MUTANT__;
	function retrieveNS() {
		return ns;
	}
	stryNS_9fa48$7 = retrieveNS;
	return retrieveNS();
}
stryNS_9fa48$7();
function stryCov_9fa48$7() {
	var ns = stryNS_9fa48$7();
	var cov = ns.mutantCoverage || (ns.mutantCoverage = {
		static: {},
		perTest: {}
	});
	function cover() {
		var c = cov.static;
		if (ns.currentTestId) c = cov.perTest[ns.currentTestId] = cov.perTest[ns.currentTestId] || {};
		var a = arguments;
		for (var i = 0; i < a.length; i++) c[a[i]] = (c[a[i]] || 0) + 1;
	}
	stryCov_9fa48$7 = cover;
	cover.apply(null, arguments);
}
function stryMutAct_9fa48$7(id) {
	var ns = stryNS_9fa48$7();
	function isActive(id) {
		if (ns.activeMutant === id) {
			if (ns.hitCount !== void 0 && ++ns.hitCount > ns.hitLimit) throw new Error("Stryker: Hit count limit reached (" + ns.hitCount + ")");
			return true;
		}
		return false;
	}
	stryMutAct_9fa48$7 = isActive;
	return isActive(id);
}
const part = /YYYY|YY|MM|M|DD|D/g;
/**
* Returns whether a text is a form of dates: a year, a month and a day, each once, and characters that are neither
* letters nor digits between them.
*
* @param format - A text such as `DD.MM.YYYY`
*/
function isDateFormat(format) {
	if (stryMutAct_9fa48$7("105")) {} else {
		stryCov_9fa48$7("105");
		const parts = stryMutAct_9fa48$7("106") ? format.match(part) && [] : (stryCov_9fa48$7("106"), format.match(part) ?? (stryMutAct_9fa48$7("107") ? ["Stryker was here"] : (stryCov_9fa48$7("107"), [])));
		const kinds = new Set(parts.map(stryMutAct_9fa48$7("108") ? () => void 0 : (stryCov_9fa48$7("108"), (found) => found[0])));
		return stryMutAct_9fa48$7("111") ? parts.length === 3 && kinds.size === 3 || !/[\p{L}\d]/u.test(format.replaceAll(part, "")) : stryMutAct_9fa48$7("110") ? false : stryMutAct_9fa48$7("109") ? true : (stryCov_9fa48$7("109", "110", "111"), (stryMutAct_9fa48$7("113") ? parts.length === 3 || kinds.size === 3 : stryMutAct_9fa48$7("112") ? true : (stryCov_9fa48$7("112", "113"), (stryMutAct_9fa48$7("115") ? parts.length !== 3 : stryMutAct_9fa48$7("114") ? true : (stryCov_9fa48$7("114", "115"), parts.length === 3)) && (stryMutAct_9fa48$7("117") ? kinds.size !== 3 : stryMutAct_9fa48$7("116") ? true : (stryCov_9fa48$7("116", "117"), kinds.size === 3)))) && (stryMutAct_9fa48$7("118") ? /[\p{L}\d]/u.test(format.replaceAll(part, "")) : (stryCov_9fa48$7("118"), !(stryMutAct_9fa48$7("121") ? /[\p{L}\D]/u : stryMutAct_9fa48$7("120") ? /[\P{L}\d]/u : stryMutAct_9fa48$7("119") ? /[^\p{L}\d]/u : (stryCov_9fa48$7("119", "120", "121"), /[\p{L}\d]/u)).test(format.replaceAll(part, "")))));
	}
}
/**
* Returns a function that rewrites dates of a form.
*
* @param format - The form, see {@link isDateFormat}
* @returns Returns a date as `YYYY-MM-DD`; `undefined` for a text that has another form, or is not a day of the calendar
*/
function dateReader(format) {
	if (stryMutAct_9fa48$7("123")) {} else {
		stryCov_9fa48$7("123");
		const kinds = stryMutAct_9fa48$7("124") ? ["Stryker was here"] : (stryCov_9fa48$7("124"), []);
		const source = format.replaceAll(stryMutAct_9fa48$7("126") ? /YYYY|YY|MM|M|DD|D|[YMD]+/g : stryMutAct_9fa48$7("125") ? /YYYY|YY|MM|M|DD|D|[^YMD]/g : (stryCov_9fa48$7("125", "126"), /YYYY|YY|MM|M|DD|D|[^YMD]+/g), (found) => {
			if (stryMutAct_9fa48$7("127")) {} else {
				stryCov_9fa48$7("127");
				if (stryMutAct_9fa48$7("130") ? false : stryMutAct_9fa48$7("129") ? true : stryMutAct_9fa48$7("128") ? /^[YMD]/.test(found) : (stryCov_9fa48$7("128", "129", "130"), !(stryMutAct_9fa48$7("132") ? /^[^YMD]/ : stryMutAct_9fa48$7("131") ? /[YMD]/ : (stryCov_9fa48$7("131", "132"), /^[YMD]/)).test(found))) return found.replaceAll(stryMutAct_9fa48$7("133") ? /[^\\^$.|?*+()[\]{}/-]/g : (stryCov_9fa48$7("133"), /[\\^$.|?*+()[\]{}/-]/g), String.raw`\$&`);
				kinds.push(stryMutAct_9fa48$7("135") ? found[0] && "" : (stryCov_9fa48$7("135"), found[0] ?? ""));
				return (stryMutAct_9fa48$7("139") ? found.length !== 1 : stryMutAct_9fa48$7("138") ? false : stryMutAct_9fa48$7("137") ? true : (stryCov_9fa48$7("137", "138", "139"), found.length === 1)) ? String.raw`(\d{1,2})` : String.raw`(\d{${found.length}})`;
			}
		});
		const pattern = new RegExp(`^${source}$`);
		return (text) => {
			if (stryMutAct_9fa48$7("143")) {} else {
				stryCov_9fa48$7("143");
				const found = pattern.exec(text);
				if (stryMutAct_9fa48$7("146") ? found !== null : stryMutAct_9fa48$7("145") ? false : stryMutAct_9fa48$7("144") ? true : (stryCov_9fa48$7("144", "145", "146"), found === null)) return void 0;
				const of = stryMutAct_9fa48$7("147") ? () => void 0 : (stryCov_9fa48$7("147"), (() => {
					const of = (kind) => stryMutAct_9fa48$7("148") ? found[kinds.indexOf(kind) + 1] && "" : (stryCov_9fa48$7("148"), found[stryMutAct_9fa48$7("149") ? kinds.indexOf(kind) - 1 : (stryCov_9fa48$7("149"), kinds.indexOf(kind) + 1)] ?? "");
					return of;
				})());
				const iso = `${(stryMutAct_9fa48$7("153") ? of("Y").length !== 2 : stryMutAct_9fa48$7("152") ? false : stryMutAct_9fa48$7("151") ? true : (stryCov_9fa48$7("151", "152", "153"), of("Y").length === 2)) ? `20${of("Y")}` : of("Y")}-${of("M").padStart(2, "0")}-${of("D").padStart(2, "0")}`;
				const day = /* @__PURE__ */ new Date(`${iso}T00:00:00Z`);
				return (stryMutAct_9fa48$7("166") ? !Number.isNaN(day.getTime()) || day.toISOString().startsWith(iso) : stryMutAct_9fa48$7("165") ? false : stryMutAct_9fa48$7("164") ? true : (stryCov_9fa48$7("164", "165", "166"), (stryMutAct_9fa48$7("167") ? Number.isNaN(day.getTime()) : (stryCov_9fa48$7("167"), !Number.isNaN(day.getTime()))) && (stryMutAct_9fa48$7("168") ? day.toISOString().endsWith(iso) : (stryCov_9fa48$7("168"), day.toISOString().startsWith(iso))))) ? iso : void 0;
			}
		};
	}
}
// connectors/files/src/csv/date-format.test.ts
test("isDateFormat() takes a year, a month and a day, each once, and only signs between them", () => {
	expect([
		"DD.MM.YYYY",
		"M/D/YY",
		"YYYYMMDD",
		"D-M-YYYY",
		"YYYY MM DD"
	].filter((format) => !isDateFormat(format))).toEqual([]);
	expect([
		"",
		"DD.MM",
		"DD.DD.YYYY",
		"DD.MM.YYYY.D",
		"DDxMM.YYYY",
		"DD.MM.YYYY 1",
		"DD.MM.ÄYYYY"
	].filter(isDateFormat)).toEqual([]);
});
test.each([
	["DD.MM.YYYY", {
		"31.01.2026": "2026-01-31",
		"29.02.2024": "2024-02-29",
		"29.02.2026": void 0,
		"31.04.2026": void 0,
		"00.01.2026": void 0,
		"01.13.2026": void 0,
		"1.1.2026": void 0,
		"01.01.26": void 0,
		"31-01-2026": void 0,
		" 31.01.2026": void 0,
		"31.01.2026 ": void 0
	}],
	["D/M/YY", {
		"1/2/26": "2026-02-01",
		"31/12/99": "2099-12-31",
		"001/2/26": void 0,
		"1/2/2026": void 0
	}],
	["M-D-YYYY", {
		"1-2-2026": "2026-01-02",
		"12-31-2026": "2026-12-31",
		"31-12-2026": void 0
	}],
	["YYYYMMDD", {
		"20260131": "2026-01-31",
		"2026131": void 0
	}]
])("dateReader() reads %s", (format, texts) => {
	const read = dateReader(format);
	expect(Object.fromEntries(Object.keys(texts).map((text) => [text, read(text)]))).toEqual(texts);
});
test.each([...String.raw`\^$.|?*+()[]{}/- `])("dateReader() takes %j for itself", (sign) => {
	const read = dateReader(`DD${sign}MM${sign}YYYY`);
	expect(read(`31${sign}01${sign}2026`)).toBe("2026-01-31");
	for (const text of ["31_01_2026", "31012026"]) expect(read(text)).toBeUndefined();
});
// connectors/files/src/csv/cell-kind.ts
/** What the text of a cell looks like. */ function stryNS_9fa48$6() {
	var g = typeof globalThis === "object" && globalThis && globalThis.Math === Math && globalThis || new Function("return this")();
	var ns = g.__stryker__ || (g.__stryker__ = {});
	if (ns.activeMutant === void 0 && g.process && g.process.env && g.process.env.__STRYKER_ACTIVE_MUTANT__) ns.activeMutant = g.process.env.__STRYKER_ACTIVE_MUTANT__;
	function retrieveNS() {
		return ns;
	}
	stryNS_9fa48$6 = retrieveNS;
	return retrieveNS();
}
stryNS_9fa48$6();
function stryCov_9fa48$6() {
	var ns = stryNS_9fa48$6();
	var cov = ns.mutantCoverage || (ns.mutantCoverage = {
		static: {},
		perTest: {}
	});
	function cover() {
		var c = cov.static;
		if (ns.currentTestId) c = cov.perTest[ns.currentTestId] = cov.perTest[ns.currentTestId] || {};
		var a = arguments;
		for (var i = 0; i < a.length; i++) c[a[i]] = (c[a[i]] || 0) + 1;
	}
	stryCov_9fa48$6 = cover;
	cover.apply(null, arguments);
}
function stryMutAct_9fa48$6(id) {
	var ns = stryNS_9fa48$6();
	function isActive(id) {
		if (ns.activeMutant === id) {
			if (ns.hitCount !== void 0 && ++ns.hitCount > ns.hitLimit) throw new Error("Stryker: Hit count limit reached (" + ns.hitCount + ")");
			return true;
		}
		return false;
	}
	stryMutAct_9fa48$6 = isActive;
	return isActive(id);
}
const number = stryMutAct_9fa48$6("25") ? /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s?%$/ : stryMutAct_9fa48$6("24") ? /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][-+]?\d+)?\S?%?$/ : stryMutAct_9fa48$6("23") ? /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s%?$/ : stryMutAct_9fa48$6("22") ? /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][-+]?\D+)?\s?%?$/ : stryMutAct_9fa48$6("21") ? /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][-+]?\d)?\s?%?$/ : stryMutAct_9fa48$6("20") ? /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][^-+]?\d+)?\s?%?$/ : stryMutAct_9fa48$6("19") ? /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][-+]\d+)?\s?%?$/ : stryMutAct_9fa48$6("18") ? /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[^eE][-+]?\d+)?\s?%?$/ : stryMutAct_9fa48$6("17") ? /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][-+]?\d+)\s?%?$/ : stryMutAct_9fa48$6("16") ? /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\D+)?(?:[eE][-+]?\d+)?\s?%?$/ : stryMutAct_9fa48$6("15") ? /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d)?(?:[eE][-+]?\d+)?\s?%?$/ : stryMutAct_9fa48$6("14") ? /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[^.,]\d+)?(?:[eE][-+]?\d+)?\s?%?$/ : stryMutAct_9fa48$6("13") ? /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)(?:[eE][-+]?\d+)?\s?%?$/ : stryMutAct_9fa48$6("12") ? /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\D{3})+)?(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s?%?$/ : stryMutAct_9fa48$6("11") ? /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d)+)?(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s?%?$/ : stryMutAct_9fa48$6("10") ? /^[-+]?(?:\d+|\d{1,3}(?:[^.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s?%?$/ : stryMutAct_9fa48$6("9") ? /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3}))?(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s?%?$/ : stryMutAct_9fa48$6("8") ? /^[-+]?(?:\d+|\D{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s?%?$/ : stryMutAct_9fa48$6("7") ? /^[-+]?(?:\d+|\d(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s?%?$/ : stryMutAct_9fa48$6("6") ? /^[-+]?(?:\D+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s?%?$/ : stryMutAct_9fa48$6("5") ? /^[-+]?(?:\d|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s?%?$/ : stryMutAct_9fa48$6("4") ? /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s?%?$/ : stryMutAct_9fa48$6("3") ? /^[^-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s?%?$/ : stryMutAct_9fa48$6("2") ? /^[-+](?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s?%?$/ : stryMutAct_9fa48$6("1") ? /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s?%?/ : stryMutAct_9fa48$6("0") ? /[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s?%?$/ : (stryCov_9fa48$6("0", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12", "13", "14", "15", "16", "17", "18", "19", "20", "21", "22", "23", "24", "25"), /^[-+]?(?:\d+|\d{1,3}(?:[.,' \u00A0\u202F]\d{3})+)?(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s?%?$/);
const date = stryMutAct_9fa48$6("61") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.)?$/ : stryMutAct_9fa48$6("60") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\D.*)?$/ : stryMutAct_9fa48$6("59") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\D\d.*)?$/ : stryMutAct_9fa48$6("58") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\D?:\d\d.*)?$/ : stryMutAct_9fa48$6("57") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d:\d\d.*)?$/ : stryMutAct_9fa48$6("56") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\D\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("55") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[^ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("54") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)$/ : stryMutAct_9fa48$6("53") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\D))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("52") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\D\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("51") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\D{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("50") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("49") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[^./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("48") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\D?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("47") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("46") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\D\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("45") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[^./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("44") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\D?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("43") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("42") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\D\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("41") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\D?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("40") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("39") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\D\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("38") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\D?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("37") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("36") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\D\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("35") ? /^(?:\d{4}-\d\d-\d\d|\D{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("34") ? /^(?:\d{4}-\d\d-\d\d|\d\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("33") ? /^(?:\d{4}-\d\d-\d\D|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("32") ? /^(?:\d{4}-\d\d-\D\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("31") ? /^(?:\d{4}-\d\D-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("30") ? /^(?:\d{4}-\D\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("29") ? /^(?:\D{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("28") ? /^(?:\d-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : stryMutAct_9fa48$6("27") ? /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?/ : stryMutAct_9fa48$6("26") ? /(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/ : (stryCov_9fa48$6("26", "27", "28", "29", "30", "31", "32", "33", "34", "35", "36", "37", "38", "39", "40", "41", "42", "43", "44", "45", "46", "47", "48", "49", "50", "51", "52", "53", "54", "55", "56", "57", "58", "59", "60", "61"), /^(?:\d{4}-\d\d-\d\d|\d{4}\/\d\d?\/\d\d?|\d\d?[./-]\d\d?[./-](?:\d{4}|\d\d))(?:[ T]\d\d?:\d\d.*)?$/);
const time = stryMutAct_9fa48$6("74") ? /^\d\d?:\d\d(?::\d\d(?:\.\D+)?)?$/ : stryMutAct_9fa48$6("73") ? /^\d\d?:\d\d(?::\d\d(?:\.\d)?)?$/ : stryMutAct_9fa48$6("72") ? /^\d\d?:\d\d(?::\d\d(?:\.\d+))?$/ : stryMutAct_9fa48$6("71") ? /^\d\d?:\d\d(?::\d\D(?:\.\d+)?)?$/ : stryMutAct_9fa48$6("70") ? /^\d\d?:\d\d(?::\D\d(?:\.\d+)?)?$/ : stryMutAct_9fa48$6("69") ? /^\d\d?:\d\d(?::\d\d(?:\.\d+)?)$/ : stryMutAct_9fa48$6("68") ? /^\d\d?:\d\D(?::\d\d(?:\.\d+)?)?$/ : stryMutAct_9fa48$6("67") ? /^\d\d?:\D\d(?::\d\d(?:\.\d+)?)?$/ : stryMutAct_9fa48$6("66") ? /^\d\D?:\d\d(?::\d\d(?:\.\d+)?)?$/ : stryMutAct_9fa48$6("65") ? /^\d\d:\d\d(?::\d\d(?:\.\d+)?)?$/ : stryMutAct_9fa48$6("64") ? /^\D\d?:\d\d(?::\d\d(?:\.\d+)?)?$/ : stryMutAct_9fa48$6("63") ? /^\d\d?:\d\d(?::\d\d(?:\.\d+)?)?/ : stryMutAct_9fa48$6("62") ? /\d\d?:\d\d(?::\d\d(?:\.\d+)?)?$/ : (stryCov_9fa48$6("62", "63", "64", "65", "66", "67", "68", "69", "70", "71", "72", "73", "74"), /^\d\d?:\d\d(?::\d\d(?:\.\d+)?)?$/);
const bool = stryMutAct_9fa48$6("76") ? /^(?:true|false)/i : stryMutAct_9fa48$6("75") ? /(?:true|false)$/i : (stryCov_9fa48$6("75", "76"), /^(?:true|false)$/i);
/**
* Returns what the text of a cell looks like.
*
* @param text - The text
*/
function kindOf(text) {
	if (stryMutAct_9fa48$6("77")) {} else {
		stryCov_9fa48$6("77");
		const trimmed = stryMutAct_9fa48$6("78") ? text : (stryCov_9fa48$6("78"), text.trim());
		if (stryMutAct_9fa48$6("81") ? trimmed !== "" : stryMutAct_9fa48$6("80") ? false : stryMutAct_9fa48$6("79") ? true : (stryCov_9fa48$6("79", "80", "81"), trimmed === "")) return "empty";
		if (stryMutAct_9fa48$6("85") ? false : stryMutAct_9fa48$6("84") ? true : (stryCov_9fa48$6("84", "85"), (stryMutAct_9fa48$6("86") ? /\D/ : (stryCov_9fa48$6("86"), /\d/)).test(trimmed))) {
			if (stryMutAct_9fa48$6("87")) {} else {
				stryCov_9fa48$6("87");
				if (stryMutAct_9fa48$6("90") ? date.test(trimmed) && time.test(trimmed) : stryMutAct_9fa48$6("89") ? false : stryMutAct_9fa48$6("88") ? true : (stryCov_9fa48$6("88", "89", "90"), date.test(trimmed) || time.test(trimmed))) return "date";
				if (stryMutAct_9fa48$6("93") ? false : stryMutAct_9fa48$6("92") ? true : (stryCov_9fa48$6("92", "93"), number.test(trimmed))) return "number";
				return "text";
			}
		}
		return bool.test(trimmed) ? "bool" : "text";
	}
}
/** Returns whether a text is a year, which is also a usual name of a column. */
function isYear(text) {
	if (stryMutAct_9fa48$6("98")) {} else {
		stryCov_9fa48$6("98");
		return (stryMutAct_9fa48$6("103") ? /^(?:1[5-9]|20|21)\d\D$/ : stryMutAct_9fa48$6("102") ? /^(?:1[5-9]|20|21)\D\d$/ : stryMutAct_9fa48$6("101") ? /^(?:1[^5-9]|20|21)\d\d$/ : stryMutAct_9fa48$6("100") ? /^(?:1[5-9]|20|21)\d\d/ : stryMutAct_9fa48$6("99") ? /(?:1[5-9]|20|21)\d\d$/ : (stryCov_9fa48$6("99", "100", "101", "102", "103"), /^(?:1[5-9]|20|21)\d\d$/)).test(stryMutAct_9fa48$6("104") ? text : (stryCov_9fa48$6("104"), text.trim()));
	}
}
// connectors/files/src/csv/find-header.ts
function stryNS_9fa48$5() {
	var g = typeof globalThis === "object" && globalThis && globalThis.Math === Math && globalThis || new Function("return this")();
	var ns = g.__stryker__ || (g.__stryker__ = {});
	if (ns.activeMutant === void 0 && g.process && g.process.env && g.process.env.__STRYKER_ACTIVE_MUTANT__) ns.activeMutant = g.process.env.__STRYKER_ACTIVE_MUTANT__;
	function retrieveNS() {
		return ns;
	}
	stryNS_9fa48$5 = retrieveNS;
	return retrieveNS();
}
stryNS_9fa48$5();
function stryCov_9fa48$5() {
	var ns = stryNS_9fa48$5();
	var cov = ns.mutantCoverage || (ns.mutantCoverage = {
		static: {},
		perTest: {}
	});
	function cover() {
		var c = cov.static;
		if (ns.currentTestId) c = cov.perTest[ns.currentTestId] = cov.perTest[ns.currentTestId] || {};
		var a = arguments;
		for (var i = 0; i < a.length; i++) c[a[i]] = (c[a[i]] || 0) + 1;
	}
	stryCov_9fa48$5 = cover;
	cover.apply(null, arguments);
}
function stryMutAct_9fa48$5(id) {
	var ns = stryNS_9fa48$5();
	function isActive(id) {
		if (ns.activeMutant === id) {
			if (ns.hitCount !== void 0 && ++ns.hitCount > ns.hitLimit) throw new Error("Stryker: Hit count limit reached (" + ns.hitCount + ")");
			return true;
		}
		return false;
	}
	stryMutAct_9fa48$5 = isActive;
	return isActive(id);
}
/**
* Finds whether the first record of a table has the names of its columns. It has, unless it shows that it is a row: it
* has numbers, dates or booleans that are not years or positions, and in no column it differs from all cells below.
*
* @param first - The first record
* @param others - The records after it
* @returns The finding
*/
function findHeader(first, others) {
	if (stryMutAct_9fa48$5("643")) {} else {
		stryCov_9fa48$5("643");
		const below = first.cells.map(stryMutAct_9fa48$5("644") ? () => void 0 : (stryCov_9fa48$5("644"), (_, index) => columnBelow(others, index)));
		const hasContrast = stryMutAct_9fa48$5("645") ? first.cells.every((text, index) => differs(kindOf(text), first.quoted[index] === true, below[index] ?? noCells)) : (stryCov_9fa48$5("645"), first.cells.some(stryMutAct_9fa48$5("646") ? () => void 0 : (stryCov_9fa48$5("646"), (text, index) => differs(kindOf(text), stryMutAct_9fa48$5("649") ? first.quoted[index] !== true : stryMutAct_9fa48$5("648") ? false : stryMutAct_9fa48$5("647") ? true : (stryCov_9fa48$5("647", "648", "649"), first.quoted[index] === (stryMutAct_9fa48$5("650") ? false : (stryCov_9fa48$5("650"), true))), stryMutAct_9fa48$5("651") ? below[index] && noCells : (stryCov_9fa48$5("651"), below[index] ?? noCells)))));
		if (stryMutAct_9fa48$5("653") ? false : stryMutAct_9fa48$5("652") ? true : (stryCov_9fa48$5("652", "653"), hasContrast)) return stryMutAct_9fa48$5("654") ? {} : (stryCov_9fa48$5("654"), {
			hasHeader: stryMutAct_9fa48$5("655") ? false : (stryCov_9fa48$5("655"), true),
			hasContrast
		});
		const isData = stryMutAct_9fa48$5("658") ? !arePositions(first.cells) || first.cells.some((text, index) => isValue(text, below[index] ?? noCells)) : stryMutAct_9fa48$5("657") ? false : stryMutAct_9fa48$5("656") ? true : (stryCov_9fa48$5("656", "657", "658"), (stryMutAct_9fa48$5("659") ? arePositions(first.cells) : (stryCov_9fa48$5("659"), !arePositions(first.cells))) && (stryMutAct_9fa48$5("660") ? first.cells.every((text, index) => isValue(text, below[index] ?? noCells)) : (stryCov_9fa48$5("660"), first.cells.some(stryMutAct_9fa48$5("661") ? () => void 0 : (stryCov_9fa48$5("661"), (text, index) => isValue(text, stryMutAct_9fa48$5("662") ? below[index] && noCells : (stryCov_9fa48$5("662"), below[index] ?? noCells)))))));
		return stryMutAct_9fa48$5("663") ? {} : (stryCov_9fa48$5("663"), {
			hasHeader: stryMutAct_9fa48$5("664") ? isData : (stryCov_9fa48$5("664"), !isData),
			hasContrast
		});
	}
}
const noCells = stryMutAct_9fa48$5("665") ? {} : (stryCov_9fa48$5("665"), {
	kinds: /* @__PURE__ */ new Set(),
	areYears: stryMutAct_9fa48$5("666") ? true : (stryCov_9fa48$5("666"), false),
	areBare: stryMutAct_9fa48$5("667") ? true : (stryCov_9fa48$5("667"), false)
});
function columnBelow(records, index) {
	if (stryMutAct_9fa48$5("668")) {} else {
		stryCov_9fa48$5("668");
		const kinds = /* @__PURE__ */ new Set();
		let [areYears, areBare] = stryMutAct_9fa48$5("669") ? [] : (stryCov_9fa48$5("669"), [stryMutAct_9fa48$5("670") ? false : (stryCov_9fa48$5("670"), true), stryMutAct_9fa48$5("671") ? false : (stryCov_9fa48$5("671"), true)]);
		for (const { cells, quoted } of records) if (stryMutAct_9fa48$5("672")) {} else {
			stryCov_9fa48$5("672");
			const text = stryMutAct_9fa48$5("673") ? cells[index] && "" : (stryCov_9fa48$5("673"), cells[index] ?? "");
			const kind = kindOf(text);
			if (stryMutAct_9fa48$5("677") ? kind !== "empty" : stryMutAct_9fa48$5("676") ? false : stryMutAct_9fa48$5("675") ? true : (stryCov_9fa48$5("675", "676", "677"), kind === "empty")) continue;
			kinds.add(kind);
			stryMutAct_9fa48$5("679") ? areYears ||= isYear(text) : (stryCov_9fa48$5("679"), areYears &&= isYear(text));
			stryMutAct_9fa48$5("680") ? areBare ||= quoted[index] !== true : (stryCov_9fa48$5("680"), areBare &&= stryMutAct_9fa48$5("683") ? quoted[index] === true : stryMutAct_9fa48$5("682") ? false : stryMutAct_9fa48$5("681") ? true : (stryCov_9fa48$5("681", "682", "683"), quoted[index] !== (stryMutAct_9fa48$5("684") ? false : (stryCov_9fa48$5("684"), true))));
		}
		return stryMutAct_9fa48$5("685") ? {} : (stryCov_9fa48$5("685"), {
			kinds,
			areYears: stryMutAct_9fa48$5("688") ? areYears || kinds.size > 0 : stryMutAct_9fa48$5("687") ? false : stryMutAct_9fa48$5("686") ? true : (stryCov_9fa48$5("686", "687", "688"), areYears && (stryMutAct_9fa48$5("691") ? kinds.size <= 0 : stryMutAct_9fa48$5("690") ? kinds.size >= 0 : stryMutAct_9fa48$5("689") ? true : (stryCov_9fa48$5("689", "690", "691"), kinds.size > 0))),
			areBare: stryMutAct_9fa48$5("694") ? areBare || kinds.size > 0 : stryMutAct_9fa48$5("693") ? false : stryMutAct_9fa48$5("692") ? true : (stryCov_9fa48$5("692", "693", "694"), areBare && (stryMutAct_9fa48$5("697") ? kinds.size <= 0 : stryMutAct_9fa48$5("696") ? kinds.size >= 0 : stryMutAct_9fa48$5("695") ? true : (stryCov_9fa48$5("695", "696", "697"), kinds.size > 0)))
		});
	}
}
/** Returns whether a cell cannot be a value of the column below it. */
function differs(kind, isQuoted, { kinds, areBare }) {
	if (stryMutAct_9fa48$5("698")) {} else {
		stryCov_9fa48$5("698");
		if (stryMutAct_9fa48$5("701") ? (kind === "empty" || kinds.size === 0) && kinds.has("text") : stryMutAct_9fa48$5("700") ? false : stryMutAct_9fa48$5("699") ? true : (stryCov_9fa48$5("699", "700", "701"), (stryMutAct_9fa48$5("703") ? kind === "empty" && kinds.size === 0 : stryMutAct_9fa48$5("702") ? false : (stryCov_9fa48$5("702", "703"), (stryMutAct_9fa48$5("705") ? kind !== "empty" : stryMutAct_9fa48$5("704") ? false : (stryCov_9fa48$5("704", "705"), kind === "empty")) || (stryMutAct_9fa48$5("708") ? kinds.size !== 0 : stryMutAct_9fa48$5("707") ? false : (stryCov_9fa48$5("707", "708"), kinds.size === 0)))) || kinds.has("text"))) return stryMutAct_9fa48$5("710") ? true : (stryCov_9fa48$5("710"), false);
		return stryMutAct_9fa48$5("713") ? !kinds.has(kind) && isQuoted && areBare : stryMutAct_9fa48$5("712") ? false : stryMutAct_9fa48$5("711") ? true : (stryCov_9fa48$5("711", "712", "713"), (stryMutAct_9fa48$5("714") ? kinds.has(kind) : (stryCov_9fa48$5("714"), !kinds.has(kind))) || (stryMutAct_9fa48$5("716") ? isQuoted || areBare : stryMutAct_9fa48$5("715") ? false : (stryCov_9fa48$5("715", "716"), isQuoted && areBare)));
	}
}
/** Returns whether a cell is a value and not a name. */
function isValue(text, { areYears }) {
	if (stryMutAct_9fa48$5("717")) {} else {
		stryCov_9fa48$5("717");
		const kind = kindOf(text);
		if (stryMutAct_9fa48$5("720") ? kind === "empty" && kind === "text" : stryMutAct_9fa48$5("719") ? false : stryMutAct_9fa48$5("718") ? true : (stryCov_9fa48$5("718", "719", "720"), (stryMutAct_9fa48$5("722") ? kind !== "empty" : stryMutAct_9fa48$5("721") ? false : (stryCov_9fa48$5("721", "722"), kind === "empty")) || (stryMutAct_9fa48$5("725") ? kind !== "text" : stryMutAct_9fa48$5("724") ? false : (stryCov_9fa48$5("724", "725"), kind === "text")))) return stryMutAct_9fa48$5("727") ? true : (stryCov_9fa48$5("727"), false);
		return stryMutAct_9fa48$5("730") ? !isYear(text) && areYears : stryMutAct_9fa48$5("729") ? false : stryMutAct_9fa48$5("728") ? true : (stryCov_9fa48$5("728", "729", "730"), (stryMutAct_9fa48$5("731") ? isYear(text) : (stryCov_9fa48$5("731"), !isYear(text))) || areYears);
	}
}
/** Returns whether the numbers among some cells count from 0 or 1, as programs name columns without names. */
function arePositions(cells) {
	if (stryMutAct_9fa48$5("732")) {} else {
		stryCov_9fa48$5("732");
		const numbers = stryMutAct_9fa48$5("733") ? cells : (stryCov_9fa48$5("733"), cells.filter(stryMutAct_9fa48$5("734") ? () => void 0 : (stryCov_9fa48$5("734"), (text) => stryMutAct_9fa48$5("737") ? kindOf(text) !== "number" : stryMutAct_9fa48$5("736") ? false : stryMutAct_9fa48$5("735") ? true : (stryCov_9fa48$5("735", "736", "737"), kindOf(text) === "number"))));
		const [first] = numbers;
		const isLong = stryMutAct_9fa48$5("741") ? numbers.length >= 3 && numbers.length === 2 && cells[0] === "" : stryMutAct_9fa48$5("740") ? false : stryMutAct_9fa48$5("739") ? true : (stryCov_9fa48$5("739", "740", "741"), (stryMutAct_9fa48$5("744") ? numbers.length < 3 : stryMutAct_9fa48$5("743") ? numbers.length > 3 : stryMutAct_9fa48$5("742") ? false : (stryCov_9fa48$5("742", "743", "744"), numbers.length >= 3)) || (stryMutAct_9fa48$5("746") ? numbers.length === 2 || cells[0] === "" : stryMutAct_9fa48$5("745") ? false : (stryCov_9fa48$5("745", "746"), (stryMutAct_9fa48$5("748") ? numbers.length !== 2 : stryMutAct_9fa48$5("747") ? true : (stryCov_9fa48$5("747", "748"), numbers.length === 2)) && (stryMutAct_9fa48$5("750") ? cells[0] !== "" : stryMutAct_9fa48$5("749") ? true : (stryCov_9fa48$5("749", "750"), cells[0] === "")))));
		return stryMutAct_9fa48$5("754") ? isLong && (first === "0" || first === "1") || numbers.every((text, index) => text === String(Number(first) + index)) : stryMutAct_9fa48$5("753") ? false : stryMutAct_9fa48$5("752") ? true : (stryCov_9fa48$5("752", "753", "754"), (stryMutAct_9fa48$5("756") ? isLong || first === "0" || first === "1" : stryMutAct_9fa48$5("755") ? true : (stryCov_9fa48$5("755", "756"), isLong && (stryMutAct_9fa48$5("758") ? first === "0" && first === "1" : stryMutAct_9fa48$5("757") ? true : (stryCov_9fa48$5("757", "758"), (stryMutAct_9fa48$5("760") ? first !== "0" : stryMutAct_9fa48$5("759") ? false : (stryCov_9fa48$5("759", "760"), first === "0")) || (stryMutAct_9fa48$5("763") ? first !== "1" : stryMutAct_9fa48$5("762") ? false : (stryCov_9fa48$5("762", "763"), first === "1")))))) && (stryMutAct_9fa48$5("765") ? numbers.some((text, index) => text === String(Number(first) + index)) : (stryCov_9fa48$5("765"), numbers.every(stryMutAct_9fa48$5("766") ? () => void 0 : (stryCov_9fa48$5("766"), (text, index) => stryMutAct_9fa48$5("769") ? text !== String(Number(first) + index) : stryMutAct_9fa48$5("768") ? false : stryMutAct_9fa48$5("767") ? true : (stryCov_9fa48$5("767", "768", "769"), text === String(stryMutAct_9fa48$5("770") ? Number(first) - index : (stryCov_9fa48$5("770"), Number(first) + index))))))));
	}
}
// connectors/files/src/csv/record-reader.ts
function stryNS_9fa48$4() {
	var g = typeof globalThis === "object" && globalThis && globalThis.Math === Math && globalThis || new Function("return this")();
	var ns = g.__stryker__ || (g.__stryker__ = {});
	if (ns.activeMutant === void 0 && g.process && g.process.env && g.process.env.__STRYKER_ACTIVE_MUTANT__) ns.activeMutant = g.process.env.__STRYKER_ACTIVE_MUTANT__;
	function retrieveNS() {
		return ns;
	}
	stryNS_9fa48$4 = retrieveNS;
	return retrieveNS();
}
stryNS_9fa48$4();
function stryCov_9fa48$4() {
	var ns = stryNS_9fa48$4();
	var cov = ns.mutantCoverage || (ns.mutantCoverage = {
		static: {},
		perTest: {}
	});
	function cover() {
		var c = cov.static;
		if (ns.currentTestId) c = cov.perTest[ns.currentTestId] = cov.perTest[ns.currentTestId] || {};
		var a = arguments;
		for (var i = 0; i < a.length; i++) c[a[i]] = (c[a[i]] || 0) + 1;
	}
	stryCov_9fa48$4 = cover;
	cover.apply(null, arguments);
}
function stryMutAct_9fa48$4(id) {
	var ns = stryNS_9fa48$4();
	function isActive(id) {
		if (ns.activeMutant === id) {
			if (ns.hitCount !== void 0 && ++ns.hitCount > ns.hitLimit) throw new Error("Stryker: Hit count limit reached (" + ns.hitCount + ")");
			return true;
		}
		return false;
	}
	stryMutAct_9fa48$4 = isActive;
	return isActive(id);
}
/** Returns whether a record is an empty line. */
function isEmptyLine({ cells, quoted }) {
	if (stryMutAct_9fa48$4("1291")) {} else {
		stryCov_9fa48$4("1291");
		return stryMutAct_9fa48$4("1294") ? cells.length === 1 && cells[0] === "" || quoted[0] === false : stryMutAct_9fa48$4("1293") ? false : stryMutAct_9fa48$4("1292") ? true : (stryCov_9fa48$4("1292", "1293", "1294"), (stryMutAct_9fa48$4("1296") ? cells.length === 1 || cells[0] === "" : stryMutAct_9fa48$4("1295") ? true : (stryCov_9fa48$4("1295", "1296"), (stryMutAct_9fa48$4("1298") ? cells.length !== 1 : stryMutAct_9fa48$4("1297") ? true : (stryCov_9fa48$4("1297", "1298"), cells.length === 1)) && (stryMutAct_9fa48$4("1300") ? cells[0] !== "" : stryMutAct_9fa48$4("1299") ? true : (stryCov_9fa48$4("1299", "1300"), cells[0] === "")))) && (stryMutAct_9fa48$4("1303") ? quoted[0] !== false : stryMutAct_9fa48$4("1302") ? true : (stryCov_9fa48$4("1302", "1303"), quoted[0] === (stryMutAct_9fa48$4("1304") ? true : (stryCov_9fa48$4("1304"), false)))));
	}
}
/** Reads the records of a CSV file from pieces of its text. It keeps every character that is not part of the format. */
var RecordReader = class {
	#format;
	/** Matches the end of a cell without quotes. */
	#end;
	#text = "";
	#at = 0;
	#line = 0;
	#isLast = stryMutAct_9fa48$4("1306") ? true : (stryCov_9fa48$4("1306"), false);
	/** @param format - The format */
	constructor(format) {
		if (stryMutAct_9fa48$4("1307")) {} else {
			stryCov_9fa48$4("1307");
			this.#format = format;
			this.#end = new RegExp(String.raw`[\r\n${escaped(format.delimiter)}]`, "g");
		}
	}
	/**
	* Reads the records that a piece of text completes.
	*
	* @param piece - The text after that of the last call
	* @returns The records
	*/
	*read(piece) {
		if (stryMutAct_9fa48$4("1310")) {} else {
			stryCov_9fa48$4("1310");
			this.#text = stryMutAct_9fa48$4("1311") ? this.#text.slice(this.#at) - piece : (stryCov_9fa48$4("1311"), (stryMutAct_9fa48$4("1312") ? this.#text : (stryCov_9fa48$4("1312"), this.#text.slice(this.#at))) + piece);
			this.#at = 0;
			for (let record = this.#next(); stryMutAct_9fa48$4("1314") ? record === void 0 : stryMutAct_9fa48$4("1313") ? false : (stryCov_9fa48$4("1313", "1314"), record !== void 0); record = this.#next()) yield record;
		}
	}
	/**
	* Reads the record at the end of the text, which has no line end.
	*
	* @returns The record; nothing when the text ends with a line end or within quotes, see {@link RecordReader.openLine}
	*/
	*finish() {
		if (stryMutAct_9fa48$4("1315")) {} else {
			stryCov_9fa48$4("1315");
			this.#isLast = stryMutAct_9fa48$4("1316") ? false : (stryCov_9fa48$4("1316"), true);
			yield* this.read("");
		}
	}
	/** Number of the line, from 0, at which a record begins that ends within quotes; `undefined` after any other. */
	get openLine() {
		if (stryMutAct_9fa48$4("1318")) {} else {
			stryCov_9fa48$4("1318");
			return (stryMutAct_9fa48$4("1321") ? this.#isLast || this.#at < this.#text.length : stryMutAct_9fa48$4("1320") ? false : stryMutAct_9fa48$4("1319") ? true : (stryCov_9fa48$4("1319", "1320", "1321"), this.#isLast && (stryMutAct_9fa48$4("1324") ? this.#at >= this.#text.length : stryMutAct_9fa48$4("1323") ? this.#at <= this.#text.length : stryMutAct_9fa48$4("1322") ? true : (stryCov_9fa48$4("1322", "1323", "1324"), this.#at < this.#text.length)))) ? this.#line : void 0;
		}
	}
	/** Returns the next record; `undefined` when the text ends before it does. */
	#next() {
		if (stryMutAct_9fa48$4("1325")) {} else {
			stryCov_9fa48$4("1325");
			const { delimiter } = this.#format;
			const text = this.#text;
			if (stryMutAct_9fa48$4("1329") ? this.#at < text.length : stryMutAct_9fa48$4("1328") ? this.#at > text.length : stryMutAct_9fa48$4("1327") ? false : stryMutAct_9fa48$4("1326") ? true : (stryCov_9fa48$4("1326", "1327", "1328", "1329"), this.#at >= text.length)) return void 0;
			const cells = stryMutAct_9fa48$4("1330") ? ["Stryker was here"] : (stryCov_9fa48$4("1330"), []);
			const quoted = stryMutAct_9fa48$4("1331") ? ["Stryker was here"] : (stryCov_9fa48$4("1331"), []);
			const counts = stryMutAct_9fa48$4("1332") ? {} : (stryCov_9fa48$4("1332"), {
				oddQuotes: 0,
				lines: 0
			});
			if (stryMutAct_9fa48$4("1333")) this.#at;
			else {
				stryCov_9fa48$4("1333");
				for (let at = this.#at;; stryMutAct_9fa48$4("1334") ? at-- : (stryCov_9fa48$4("1334"), at++)) if (stryMutAct_9fa48$4("1335")) {} else {
					stryCov_9fa48$4("1335");
					const cell = this.#cell(at, counts);
					if (stryMutAct_9fa48$4("1338") ? cell !== void 0 : stryMutAct_9fa48$4("1337") ? false : stryMutAct_9fa48$4("1336") ? true : (stryCov_9fa48$4("1336", "1337", "1338"), cell === void 0)) return void 0;
					cells.push(cell.text);
					quoted.push(cell.isQuoted);
					at = cell.end;
					if (stryMutAct_9fa48$4("1341") ? text[at] !== delimiter : stryMutAct_9fa48$4("1340") ? false : stryMutAct_9fa48$4("1339") ? true : (stryCov_9fa48$4("1339", "1340", "1341"), text[at] === delimiter)) continue;
					if (stryMutAct_9fa48$4("1344") ? text[at] === "\r" && at + 1 === text.length || !this.#isLast : stryMutAct_9fa48$4("1343") ? false : stryMutAct_9fa48$4("1342") ? true : (stryCov_9fa48$4("1342", "1343", "1344"), (stryMutAct_9fa48$4("1346") ? text[at] === "\r" || at + 1 === text.length : stryMutAct_9fa48$4("1345") ? true : (stryCov_9fa48$4("1345", "1346"), (stryMutAct_9fa48$4("1348") ? text[at] !== "\r" : stryMutAct_9fa48$4("1347") ? true : (stryCov_9fa48$4("1347", "1348"), text[at] === "\r")) && (stryMutAct_9fa48$4("1351") ? at + 1 !== text.length : stryMutAct_9fa48$4("1350") ? true : (stryCov_9fa48$4("1350", "1351"), (stryMutAct_9fa48$4("1352") ? at - 1 : (stryCov_9fa48$4("1352"), at + 1)) === text.length)))) && (stryMutAct_9fa48$4("1353") ? this.#isLast : (stryCov_9fa48$4("1353"), !this.#isLast)))) return void 0;
					const record = stryMutAct_9fa48$4("1354") ? {} : (stryCov_9fa48$4("1354"), {
						cells,
						quoted,
						line: this.#line,
						oddQuotes: counts.oddQuotes
					});
					this.#at = stryMutAct_9fa48$4("1355") ? at - (text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1) : (stryCov_9fa48$4("1355"), at + ((stryMutAct_9fa48$4("1358") ? text[at] === "\r" || text[at + 1] === "\n" : stryMutAct_9fa48$4("1357") ? false : stryMutAct_9fa48$4("1356") ? true : (stryCov_9fa48$4("1356", "1357", "1358"), (stryMutAct_9fa48$4("1360") ? text[at] !== "\r" : stryMutAct_9fa48$4("1359") ? true : (stryCov_9fa48$4("1359", "1360"), text[at] === "\r")) && (stryMutAct_9fa48$4("1363") ? text[at + 1] !== "\n" : stryMutAct_9fa48$4("1362") ? true : (stryCov_9fa48$4("1362", "1363"), text[stryMutAct_9fa48$4("1364") ? at - 1 : (stryCov_9fa48$4("1364"), at + 1)] === "\n")))) ? 2 : 1));
					stryMutAct_9fa48$4("1366") ? this.#line -= 1 + counts.lines : (stryCov_9fa48$4("1366"), this.#line += stryMutAct_9fa48$4("1367") ? 1 - counts.lines : (stryCov_9fa48$4("1367"), 1 + counts.lines));
					return record;
				}
			}
		}
	}
	/** Returns the cell at a position, and the position of its end; `undefined` when the text ends before it does. */
	#cell(start, counts) {
		if (stryMutAct_9fa48$4("1368")) {} else {
			stryCov_9fa48$4("1368");
			const text = this.#text;
			const { quote } = this.#format;
			if (stryMutAct_9fa48$4("1371") ? quote !== "" || text[start] === quote : stryMutAct_9fa48$4("1370") ? false : stryMutAct_9fa48$4("1369") ? true : (stryCov_9fa48$4("1369", "1370", "1371"), (stryMutAct_9fa48$4("1373") ? quote === "" : stryMutAct_9fa48$4("1372") ? true : (stryCov_9fa48$4("1372", "1373"), quote !== "")) && (stryMutAct_9fa48$4("1376") ? text[start] !== quote : stryMutAct_9fa48$4("1375") ? true : (stryCov_9fa48$4("1375", "1376"), text[start] === quote)))) {
				if (stryMutAct_9fa48$4("1377")) {} else {
					stryCov_9fa48$4("1377");
					const found = this.#quotedCell(stryMutAct_9fa48$4("1378") ? start - 1 : (stryCov_9fa48$4("1378"), start + 1));
					if (stryMutAct_9fa48$4("1381") ? found !== void 0 : stryMutAct_9fa48$4("1380") ? false : stryMutAct_9fa48$4("1379") ? true : (stryCov_9fa48$4("1379", "1380", "1381"), found === void 0)) return void 0;
					if (stryMutAct_9fa48$4("1383") ? false : stryMutAct_9fa48$4("1382") ? true : (stryCov_9fa48$4("1382", "1383"), found.isClosed)) {
						if (stryMutAct_9fa48$4("1384")) {} else {
							stryCov_9fa48$4("1384");
							stryMutAct_9fa48$4("1385") ? counts.lines -= linesIn(found.text) : (stryCov_9fa48$4("1385"), counts.lines += linesIn(found.text));
							return stryMutAct_9fa48$4("1386") ? {} : (stryCov_9fa48$4("1386"), {
								text: found.text,
								isQuoted: stryMutAct_9fa48$4("1387") ? false : (stryCov_9fa48$4("1387"), true),
								end: found.end
							});
						}
					}
					stryMutAct_9fa48$4("1388") ? counts.oddQuotes-- : (stryCov_9fa48$4("1388"), counts.oddQuotes++);
					const end = this.#plainEnd(found.end);
					if (stryMutAct_9fa48$4("1391") ? end !== void 0 : stryMutAct_9fa48$4("1390") ? false : stryMutAct_9fa48$4("1389") ? true : (stryCov_9fa48$4("1389", "1390", "1391"), end === void 0)) return void 0;
					const whole = stryMutAct_9fa48$4("1392") ? text : (stryCov_9fa48$4("1392"), text.slice(start, end));
					stryMutAct_9fa48$4("1393") ? counts.lines -= linesIn(whole) : (stryCov_9fa48$4("1393"), counts.lines += linesIn(whole));
					return stryMutAct_9fa48$4("1394") ? {} : (stryCov_9fa48$4("1394"), {
						text: whole,
						isQuoted: stryMutAct_9fa48$4("1395") ? true : (stryCov_9fa48$4("1395"), false),
						end
					});
				}
			}
			const end = this.#plainEnd(start);
			if (stryMutAct_9fa48$4("1398") ? end !== void 0 : stryMutAct_9fa48$4("1397") ? false : stryMutAct_9fa48$4("1396") ? true : (stryCov_9fa48$4("1396", "1397", "1398"), end === void 0)) return void 0;
			const plain = stryMutAct_9fa48$4("1399") ? text : (stryCov_9fa48$4("1399"), text.slice(start, end));
			if (stryMutAct_9fa48$4("1402") ? quote !== "" || plain.includes(quote) : stryMutAct_9fa48$4("1401") ? false : stryMutAct_9fa48$4("1400") ? true : (stryCov_9fa48$4("1400", "1401", "1402"), (stryMutAct_9fa48$4("1404") ? quote === "" : stryMutAct_9fa48$4("1403") ? true : (stryCov_9fa48$4("1403", "1404"), quote !== "")) && plain.includes(quote))) stryMutAct_9fa48$4("1406") ? counts.oddQuotes-- : (stryCov_9fa48$4("1406"), counts.oddQuotes++);
			return stryMutAct_9fa48$4("1407") ? {} : (stryCov_9fa48$4("1407"), {
				text: plain,
				isQuoted: stryMutAct_9fa48$4("1408") ? true : (stryCov_9fa48$4("1408"), false),
				end
			});
		}
	}
	#plainEnd(start) {
		if (stryMutAct_9fa48$4("1409")) {} else {
			stryCov_9fa48$4("1409");
			this.#end.lastIndex = start;
			const found = this.#end.exec(this.#text);
			if (stryMutAct_9fa48$4("1412") ? found === null : stryMutAct_9fa48$4("1411") ? false : stryMutAct_9fa48$4("1410") ? true : (stryCov_9fa48$4("1410", "1411", "1412"), found !== null)) return found.index;
			return this.#isLast ? this.#text.length : void 0;
		}
	}
	/** Returns the text of a cell up to its closing quote, and whether the cell ends there. */
	#quotedCell(start) {
		if (stryMutAct_9fa48$4("1413")) {} else {
			stryCov_9fa48$4("1413");
			const text = this.#text;
			const { quote, escape, delimiter } = this.#format;
			let value = "";
			if (stryMutAct_9fa48$4("1415")) {
				let [from, at] = [start, start];
			} else {
				stryCov_9fa48$4("1415");
				for (let [from, at] = stryMutAct_9fa48$4("1416") ? [] : (stryCov_9fa48$4("1416"), [start, start]);;) if (stryMutAct_9fa48$4("1417")) {} else {
					stryCov_9fa48$4("1417");
					at = this.#nextOf(quote, escape, at);
					if (stryMutAct_9fa48$4("1420") ? at !== -1 : stryMutAct_9fa48$4("1419") ? false : stryMutAct_9fa48$4("1418") ? true : (stryCov_9fa48$4("1418", "1419", "1420"), at === (stryMutAct_9fa48$4("1421") ? 1 : (stryCov_9fa48$4("1421"), -1)))) return void 0;
					const next = text[stryMutAct_9fa48$4("1422") ? at - 1 : (stryCov_9fa48$4("1422"), at + 1)];
					if (stryMutAct_9fa48$4("1425") ? next === void 0 || !this.#isLast : stryMutAct_9fa48$4("1424") ? false : stryMutAct_9fa48$4("1423") ? true : (stryCov_9fa48$4("1423", "1424", "1425"), (stryMutAct_9fa48$4("1427") ? next !== void 0 : stryMutAct_9fa48$4("1426") ? true : (stryCov_9fa48$4("1426", "1427"), next === void 0)) && (stryMutAct_9fa48$4("1428") ? this.#isLast : (stryCov_9fa48$4("1428"), !this.#isLast)))) return void 0;
					const isEscape = stryMutAct_9fa48$4("1431") ? text[at] === escape || next === quote || escape !== quote && next === escape : stryMutAct_9fa48$4("1430") ? false : stryMutAct_9fa48$4("1429") ? true : (stryCov_9fa48$4("1429", "1430", "1431"), (stryMutAct_9fa48$4("1433") ? text[at] !== escape : stryMutAct_9fa48$4("1432") ? true : (stryCov_9fa48$4("1432", "1433"), text[at] === escape)) && (stryMutAct_9fa48$4("1435") ? next === quote && escape !== quote && next === escape : stryMutAct_9fa48$4("1434") ? true : (stryCov_9fa48$4("1434", "1435"), (stryMutAct_9fa48$4("1437") ? next !== quote : stryMutAct_9fa48$4("1436") ? false : (stryCov_9fa48$4("1436", "1437"), next === quote)) || (stryMutAct_9fa48$4("1439") ? escape !== quote || next === escape : stryMutAct_9fa48$4("1438") ? false : (stryCov_9fa48$4("1438", "1439"), (stryMutAct_9fa48$4("1441") ? escape === quote : stryMutAct_9fa48$4("1440") ? true : (stryCov_9fa48$4("1440", "1441"), escape !== quote)) && (stryMutAct_9fa48$4("1443") ? next !== escape : stryMutAct_9fa48$4("1442") ? true : (stryCov_9fa48$4("1442", "1443"), next === escape)))))));
					if (stryMutAct_9fa48$4("1445") ? false : stryMutAct_9fa48$4("1444") ? true : (stryCov_9fa48$4("1444", "1445"), isEscape)) {
						if (stryMutAct_9fa48$4("1446")) {} else {
							stryCov_9fa48$4("1446");
							stryMutAct_9fa48$4("1447") ? value -= text.slice(from, at) + (next ?? "") : (stryCov_9fa48$4("1447"), value += stryMutAct_9fa48$4("1448") ? text.slice(from, at) - (next ?? "") : (stryCov_9fa48$4("1448"), (stryMutAct_9fa48$4("1449") ? text : (stryCov_9fa48$4("1449"), text.slice(from, at))) + (stryMutAct_9fa48$4("1450") ? next && "" : (stryCov_9fa48$4("1450"), next ?? ""))));
							stryMutAct_9fa48$4("1452") ? at -= 2 : (stryCov_9fa48$4("1452"), at += 2);
							from = at;
							continue;
						}
					}
					if (stryMutAct_9fa48$4("1455") ? text[at] === quote : stryMutAct_9fa48$4("1454") ? false : stryMutAct_9fa48$4("1453") ? true : (stryCov_9fa48$4("1453", "1454", "1455"), text[at] !== quote)) {
						if (stryMutAct_9fa48$4("1456")) {} else {
							stryCov_9fa48$4("1456");
							stryMutAct_9fa48$4("1457") ? at-- : (stryCov_9fa48$4("1457"), at++);
							continue;
						}
					}
					const isClosed = stryMutAct_9fa48$4("1460") ? (next === void 0 || next === delimiter || next === "\n") && next === "\r" : stryMutAct_9fa48$4("1459") ? false : stryMutAct_9fa48$4("1458") ? true : (stryCov_9fa48$4("1458", "1459", "1460"), (stryMutAct_9fa48$4("1462") ? (next === void 0 || next === delimiter) && next === "\n" : stryMutAct_9fa48$4("1461") ? false : (stryCov_9fa48$4("1461", "1462"), (stryMutAct_9fa48$4("1464") ? next === void 0 && next === delimiter : stryMutAct_9fa48$4("1463") ? false : (stryCov_9fa48$4("1463", "1464"), (stryMutAct_9fa48$4("1466") ? next !== void 0 : stryMutAct_9fa48$4("1465") ? false : (stryCov_9fa48$4("1465", "1466"), next === void 0)) || (stryMutAct_9fa48$4("1468") ? next !== delimiter : stryMutAct_9fa48$4("1467") ? false : (stryCov_9fa48$4("1467", "1468"), next === delimiter)))) || (stryMutAct_9fa48$4("1470") ? next !== "\n" : stryMutAct_9fa48$4("1469") ? false : (stryCov_9fa48$4("1469", "1470"), next === "\n")))) || (stryMutAct_9fa48$4("1473") ? next !== "\r" : stryMutAct_9fa48$4("1472") ? false : (stryCov_9fa48$4("1472", "1473"), next === "\r")));
					return stryMutAct_9fa48$4("1475") ? {} : (stryCov_9fa48$4("1475"), {
						text: stryMutAct_9fa48$4("1476") ? value - text.slice(from, at) : (stryCov_9fa48$4("1476"), value + (stryMutAct_9fa48$4("1477") ? text : (stryCov_9fa48$4("1477"), text.slice(from, at)))),
						isClosed,
						end: stryMutAct_9fa48$4("1478") ? at - 1 : (stryCov_9fa48$4("1478"), at + 1)
					});
				}
			}
		}
	}
	/** Returns the position of the next quote or escape; -1 if no quote follows. */
	#nextOf(quote, escape, from) {
		if (stryMutAct_9fa48$4("1479")) {} else {
			stryCov_9fa48$4("1479");
			const at = this.#text.indexOf(quote, from);
			if (stryMutAct_9fa48$4("1482") ? escape === "" && escape === quote : stryMutAct_9fa48$4("1481") ? false : stryMutAct_9fa48$4("1480") ? true : (stryCov_9fa48$4("1480", "1481", "1482"), (stryMutAct_9fa48$4("1484") ? escape !== "" : stryMutAct_9fa48$4("1483") ? false : (stryCov_9fa48$4("1483", "1484"), escape === "")) || (stryMutAct_9fa48$4("1487") ? escape !== quote : stryMutAct_9fa48$4("1486") ? false : (stryCov_9fa48$4("1486", "1487"), escape === quote)))) return at;
			const other = this.#text.indexOf(escape, from);
			return (stryMutAct_9fa48$4("1490") ? other === -1 && at < other : stryMutAct_9fa48$4("1489") ? false : stryMutAct_9fa48$4("1488") ? true : (stryCov_9fa48$4("1488", "1489", "1490"), (stryMutAct_9fa48$4("1492") ? other !== -1 : stryMutAct_9fa48$4("1491") ? false : (stryCov_9fa48$4("1491", "1492"), other === (stryMutAct_9fa48$4("1493") ? 1 : (stryCov_9fa48$4("1493"), -1)))) || (stryMutAct_9fa48$4("1496") ? at >= other : stryMutAct_9fa48$4("1495") ? at <= other : stryMutAct_9fa48$4("1494") ? false : (stryCov_9fa48$4("1494", "1495", "1496"), at < other)))) ? at : other;
		}
	}
};
/** Returns the number of line ends in a text. */
function linesIn(text) {
	if (stryMutAct_9fa48$4("1497")) {} else {
		stryCov_9fa48$4("1497");
		return (stryMutAct_9fa48$4("1500") ? text.includes("\n") && text.includes("\r") : stryMutAct_9fa48$4("1499") ? false : stryMutAct_9fa48$4("1498") ? true : (stryCov_9fa48$4("1498", "1499", "1500"), text.includes("\n") || text.includes("\r"))) ? stryMutAct_9fa48$4("1503") ? text.split(/\r\n|\n|\r/).length + 1 : (stryCov_9fa48$4("1503"), text.split(/\r\n|\n|\r/).length - 1) : 0;
	}
}
function escaped(character) {
	if (stryMutAct_9fa48$4("1504")) {} else {
		stryCov_9fa48$4("1504");
		return character.replace(stryMutAct_9fa48$4("1505") ? /[^\\\]^-]/ : (stryCov_9fa48$4("1505"), /[\\\]^-]/), String.raw`\$&`);
	}
}
/**
* Reads the first records of a text.
*
* @param text - The text, without a byte order mark
* @param format - The format
* @param options - Whether the text is the whole file, and the maximum number of records
* @returns The records; one that the end of the text cuts is only part of them if the text is the whole file
*/
function readRecords(text, format, { isAll, max }) {
	if (stryMutAct_9fa48$4("1507")) {} else {
		stryCov_9fa48$4("1507");
		const reader = new RecordReader(format);
		const records = stryMutAct_9fa48$4("1508") ? ["Stryker was here"] : (stryCov_9fa48$4("1508"), []);
		for (const record of reader.read(text)) if (stryMutAct_9fa48$4("1511") ? records.push(record) !== max : stryMutAct_9fa48$4("1510") ? false : stryMutAct_9fa48$4("1509") ? true : (stryCov_9fa48$4("1509", "1510", "1511"), records.push(record) === max)) return records;
		if (stryMutAct_9fa48$4("1513") ? false : stryMutAct_9fa48$4("1512") ? true : (stryCov_9fa48$4("1512", "1513"), isAll)) records.push(...reader.finish());
		return records;
	}
}
// connectors/files/src/csv/find-start.ts
function stryNS_9fa48$3() {
	var g = typeof globalThis === "object" && globalThis && globalThis.Math === Math && globalThis || new Function("return this")();
	var ns = g.__stryker__ || (g.__stryker__ = {});
	if (ns.activeMutant === void 0 && g.process && g.process.env && g.process.env.__STRYKER_ACTIVE_MUTANT__) ns.activeMutant = g.process.env.__STRYKER_ACTIVE_MUTANT__;
	function retrieveNS() {
		return ns;
	}
	stryNS_9fa48$3 = retrieveNS;
	return retrieveNS();
}
stryNS_9fa48$3();
function stryCov_9fa48$3() {
	var ns = stryNS_9fa48$3();
	var cov = ns.mutantCoverage || (ns.mutantCoverage = {
		static: {},
		perTest: {}
	});
	function cover() {
		var c = cov.static;
		if (ns.currentTestId) c = cov.perTest[ns.currentTestId] = cov.perTest[ns.currentTestId] || {};
		var a = arguments;
		for (var i = 0; i < a.length; i++) c[a[i]] = (c[a[i]] || 0) + 1;
	}
	stryCov_9fa48$3 = cover;
	cover.apply(null, arguments);
}
function stryMutAct_9fa48$3(id) {
	var ns = stryNS_9fa48$3();
	function isActive(id) {
		if (ns.activeMutant === id) {
			if (ns.hitCount !== void 0 && ++ns.hitCount > ns.hitLimit) throw new Error("Stryker: Hit count limit reached (" + ns.hitCount + ")");
			return true;
		}
		return false;
	}
	stryMutAct_9fa48$3 = isActive;
	return isActive(id);
}
/** Maximum number of records of a title. */
const maxTitle = 20;
/**
* Finds where the table of a file begins: at its first record, or after a title. A title is a block of up to 20
* records with fewer filled cells than the table, before at least two records that have as many cells as nearly all after
* them.
*
* @param records - The first records of the file, with empty lines
* @param delimiter - Character between their cells
* @returns The start
*/
function findStart(records, delimiter) {
	if (stryMutAct_9fa48$3("771")) {} else {
		stryCov_9fa48$3("771");
		const first = stryMutAct_9fa48$3("772") ? Math.min(0, records.findIndex((record) => filledCells(record) > 0)) : (stryCov_9fa48$3("772"), Math.max(0, records.findIndex(stryMutAct_9fa48$3("773") ? () => void 0 : (stryCov_9fa48$3("773"), (record) => stryMutAct_9fa48$3("777") ? filledCells(record) <= 0 : stryMutAct_9fa48$3("776") ? filledCells(record) >= 0 : stryMutAct_9fa48$3("775") ? false : stryMutAct_9fa48$3("774") ? true : (stryCov_9fa48$3("774", "775", "776", "777"), filledCells(record) > 0)))));
		const plain = startAt(records, first, "none");
		const filled = (stryMutAct_9fa48$3("781") ? records[first] !== void 0 : stryMutAct_9fa48$3("780") ? false : stryMutAct_9fa48$3("779") ? true : (stryCov_9fa48$3("779", "780", "781"), records[first] === void 0)) ? 0 : filledCells(records[first]);
		const isNamed = stryMutAct_9fa48$3("784") ? plain.width > 1 || filled * 2 > plain.width : stryMutAct_9fa48$3("783") ? false : stryMutAct_9fa48$3("782") ? true : (stryCov_9fa48$3("782", "783", "784"), (stryMutAct_9fa48$3("787") ? plain.width <= 1 : stryMutAct_9fa48$3("786") ? plain.width >= 1 : stryMutAct_9fa48$3("785") ? true : (stryCov_9fa48$3("785", "786", "787"), plain.width > 1)) && (stryMutAct_9fa48$3("790") ? filled * 2 <= plain.width : stryMutAct_9fa48$3("789") ? filled * 2 >= plain.width : stryMutAct_9fa48$3("788") ? true : (stryCov_9fa48$3("788", "789", "790"), (stryMutAct_9fa48$3("791") ? filled / 2 : (stryCov_9fa48$3("791"), filled * 2)) > plain.width)));
		if (stryMutAct_9fa48$3("794") ? isNamed && filled > 1 || plain.share >= .9 : stryMutAct_9fa48$3("793") ? false : stryMutAct_9fa48$3("792") ? true : (stryCov_9fa48$3("792", "793", "794"), (stryMutAct_9fa48$3("796") ? isNamed || filled > 1 : stryMutAct_9fa48$3("795") ? true : (stryCov_9fa48$3("795", "796"), isNamed && (stryMutAct_9fa48$3("799") ? filled <= 1 : stryMutAct_9fa48$3("798") ? filled >= 1 : stryMutAct_9fa48$3("797") ? true : (stryCov_9fa48$3("797", "798", "799"), filled > 1)))) && (stryMutAct_9fa48$3("802") ? plain.share < .9 : stryMutAct_9fa48$3("801") ? plain.share > .9 : stryMutAct_9fa48$3("800") ? true : (stryCov_9fa48$3("800", "801", "802"), plain.share >= .9)))) return plain;
		const title = findTitle(records, first, delimiter);
		if (stryMutAct_9fa48$3("805") ? title !== void 0 : stryMutAct_9fa48$3("804") ? false : stryMutAct_9fa48$3("803") ? true : (stryCov_9fa48$3("803", "804", "805"), title === void 0)) return plain;
		return (stryMutAct_9fa48$3("808") ? plain.width > 1 || title.title === "likely" : stryMutAct_9fa48$3("807") ? false : stryMutAct_9fa48$3("806") ? true : (stryCov_9fa48$3("806", "807", "808"), (stryMutAct_9fa48$3("811") ? plain.width <= 1 : stryMutAct_9fa48$3("810") ? plain.width >= 1 : stryMutAct_9fa48$3("809") ? true : (stryCov_9fa48$3("809", "810", "811"), plain.width > 1)) && (stryMutAct_9fa48$3("813") ? title.title !== "likely" : stryMutAct_9fa48$3("812") ? true : (stryCov_9fa48$3("812", "813"), title.title === "likely")))) ? plain : title;
	}
}
/**
* Returns the start of a file without a title.
*
* @param records - Its first records, with empty lines
*/
function plainStart(records) {
	if (stryMutAct_9fa48$3("815")) {} else {
		stryCov_9fa48$3("815");
		const first = records.findIndex(stryMutAct_9fa48$3("816") ? () => void 0 : (stryCov_9fa48$3("816"), (record) => stryMutAct_9fa48$3("817") ? isEmptyLine(record) : (stryCov_9fa48$3("817"), !isEmptyLine(record))));
		return startAt(records, stryMutAct_9fa48$3("818") ? Math.min(0, first) : (stryCov_9fa48$3("818"), Math.max(0, first)), "none");
	}
}
function findTitle(records, first, delimiter) {
	if (stryMutAct_9fa48$3("820")) {} else {
		stryCov_9fa48$3("820");
		for (let index = stryMutAct_9fa48$3("821") ? first - 1 : (stryCov_9fa48$3("821"), first + 1); stryMutAct_9fa48$3("823") ? index <= first + maxTitle || index < records.length - 1 : stryMutAct_9fa48$3("822") ? false : (stryCov_9fa48$3("822", "823"), (stryMutAct_9fa48$3("826") ? index > first + maxTitle : stryMutAct_9fa48$3("825") ? index < first + maxTitle : stryMutAct_9fa48$3("824") ? true : (stryCov_9fa48$3("824", "825", "826"), index <= (stryMutAct_9fa48$3("827") ? first - maxTitle : (stryCov_9fa48$3("827"), first + maxTitle)))) && (stryMutAct_9fa48$3("830") ? index >= records.length - 1 : stryMutAct_9fa48$3("829") ? index <= records.length - 1 : stryMutAct_9fa48$3("828") ? true : (stryCov_9fa48$3("828", "829", "830"), index < (stryMutAct_9fa48$3("831") ? records.length + 1 : (stryCov_9fa48$3("831"), records.length - 1))))); stryMutAct_9fa48$3("832") ? index-- : (stryCov_9fa48$3("832"), index++)) if (stryMutAct_9fa48$3("833")) {} else {
			stryCov_9fa48$3("833");
			const header = records[index];
			if (stryMutAct_9fa48$3("836") ? header === void 0 && filledCells(header) < 2 : stryMutAct_9fa48$3("835") ? false : stryMutAct_9fa48$3("834") ? true : (stryCov_9fa48$3("834", "835", "836"), (stryMutAct_9fa48$3("838") ? header !== void 0 : stryMutAct_9fa48$3("837") ? false : (stryCov_9fa48$3("837", "838"), header === void 0)) || (stryMutAct_9fa48$3("841") ? filledCells(header) >= 2 : stryMutAct_9fa48$3("840") ? filledCells(header) <= 2 : stryMutAct_9fa48$3("839") ? false : (stryCov_9fa48$3("839", "840", "841"), filledCells(header) < 2)))) continue;
			const before = stryMutAct_9fa48$3("843") ? records.filter((record) => filledCells(record) > 0) : stryMutAct_9fa48$3("842") ? records.slice(first, index) : (stryCov_9fa48$3("842", "843"), records.slice(first, index).filter(stryMutAct_9fa48$3("844") ? () => void 0 : (stryCov_9fa48$3("844"), (record) => stryMutAct_9fa48$3("848") ? filledCells(record) <= 0 : stryMutAct_9fa48$3("847") ? filledCells(record) >= 0 : stryMutAct_9fa48$3("846") ? false : stryMutAct_9fa48$3("845") ? true : (stryCov_9fa48$3("845", "846", "847", "848"), filledCells(record) > 0))));
			if (stryMutAct_9fa48$3("851") ? before.every((record) => filledCells(record) >= filledCells(header)) : stryMutAct_9fa48$3("850") ? false : stryMutAct_9fa48$3("849") ? true : (stryCov_9fa48$3("849", "850", "851"), before.some(stryMutAct_9fa48$3("852") ? () => void 0 : (stryCov_9fa48$3("852"), (record) => stryMutAct_9fa48$3("856") ? filledCells(record) < filledCells(header) : stryMutAct_9fa48$3("855") ? filledCells(record) > filledCells(header) : stryMutAct_9fa48$3("854") ? false : stryMutAct_9fa48$3("853") ? true : (stryCov_9fa48$3("853", "854", "855", "856"), filledCells(record) >= filledCells(header)))))) continue;
			const start = startAt(records, index, "likely");
			const rows = rowsAfter(records, index);
			if (stryMutAct_9fa48$3("860") ? rows.length === 0 && start.share < .9 : stryMutAct_9fa48$3("859") ? false : stryMutAct_9fa48$3("858") ? true : (stryCov_9fa48$3("858", "859", "860"), (stryMutAct_9fa48$3("862") ? rows.length !== 0 : stryMutAct_9fa48$3("861") ? false : (stryCov_9fa48$3("861", "862"), rows.length === 0)) || (stryMutAct_9fa48$3("865") ? start.share >= .9 : stryMutAct_9fa48$3("864") ? start.share <= .9 : stryMutAct_9fa48$3("863") ? false : (stryCov_9fa48$3("863", "864", "865"), start.share < .9)))) continue;
			if (stryMutAct_9fa48$3("868") ? delimiter === "," || [header, ...rows].every(isDecimal) : stryMutAct_9fa48$3("867") ? false : stryMutAct_9fa48$3("866") ? true : (stryCov_9fa48$3("866", "867", "868"), (stryMutAct_9fa48$3("870") ? delimiter !== "," : stryMutAct_9fa48$3("869") ? true : (stryCov_9fa48$3("869", "870"), delimiter === ",")) && (stryMutAct_9fa48$3("872") ? [header, ...rows].some(isDecimal) : (stryCov_9fa48$3("872"), (stryMutAct_9fa48$3("873") ? [] : (stryCov_9fa48$3("873"), [header, ...rows])).every(isDecimal))))) continue;
			const { hasHeader, hasContrast } = findHeader(header, rows);
			const isCertain = stryMutAct_9fa48$3("876") ? (hasHeader && before.every(({ cells }) => /^#./.test(cells[0] ?? "")) || hasContrast && (rows.length > 1 || header.cells.length > 2)) && hasHeader && !isProse([header, ...rows]) && isApart(records.slice(first, index), header, rows.length) : stryMutAct_9fa48$3("875") ? false : stryMutAct_9fa48$3("874") ? true : (stryCov_9fa48$3("874", "875", "876"), (stryMutAct_9fa48$3("878") ? hasHeader && before.every(({ cells }) => /^#./.test(cells[0] ?? "")) && hasContrast && (rows.length > 1 || header.cells.length > 2) : stryMutAct_9fa48$3("877") ? false : (stryCov_9fa48$3("877", "878"), (stryMutAct_9fa48$3("880") ? hasHeader || before.every(({ cells }) => /^#./.test(cells[0] ?? "")) : stryMutAct_9fa48$3("879") ? false : (stryCov_9fa48$3("879", "880"), hasHeader && (stryMutAct_9fa48$3("881") ? before.some(({ cells }) => /^#./.test(cells[0] ?? "")) : (stryCov_9fa48$3("881"), before.every(stryMutAct_9fa48$3("882") ? () => void 0 : (stryCov_9fa48$3("882"), ({ cells }) => (stryMutAct_9fa48$3("883") ? /#./ : (stryCov_9fa48$3("883"), /^#./)).test(stryMutAct_9fa48$3("884") ? cells[0] && "" : (stryCov_9fa48$3("884"), cells[0] ?? "")))))))) || (stryMutAct_9fa48$3("887") ? hasContrast || rows.length > 1 || header.cells.length > 2 : stryMutAct_9fa48$3("886") ? false : (stryCov_9fa48$3("886", "887"), hasContrast && (stryMutAct_9fa48$3("889") ? rows.length > 1 && header.cells.length > 2 : stryMutAct_9fa48$3("888") ? true : (stryCov_9fa48$3("888", "889"), (stryMutAct_9fa48$3("892") ? rows.length <= 1 : stryMutAct_9fa48$3("891") ? rows.length >= 1 : stryMutAct_9fa48$3("890") ? false : (stryCov_9fa48$3("890", "891", "892"), rows.length > 1)) || (stryMutAct_9fa48$3("895") ? header.cells.length <= 2 : stryMutAct_9fa48$3("894") ? header.cells.length >= 2 : stryMutAct_9fa48$3("893") ? false : (stryCov_9fa48$3("893", "894", "895"), header.cells.length > 2)))))))) || (stryMutAct_9fa48$3("897") ? hasHeader && !isProse([header, ...rows]) || isApart(records.slice(first, index), header, rows.length) : stryMutAct_9fa48$3("896") ? false : (stryCov_9fa48$3("896", "897"), (stryMutAct_9fa48$3("899") ? hasHeader || !isProse([header, ...rows]) : stryMutAct_9fa48$3("898") ? true : (stryCov_9fa48$3("898", "899"), hasHeader && (stryMutAct_9fa48$3("900") ? isProse([header, ...rows]) : (stryCov_9fa48$3("900"), !isProse(stryMutAct_9fa48$3("901") ? [] : (stryCov_9fa48$3("901"), [header, ...rows])))))) && isApart(stryMutAct_9fa48$3("902") ? records : (stryCov_9fa48$3("902"), records.slice(first, index)), header, rows.length))));
			return stryMutAct_9fa48$3("903") ? {} : (stryCov_9fa48$3("903"), {
				...start,
				title: isCertain ? "certain" : "likely"
			});
		}
		return;
	}
}
function isDecimal({ cells }) {
	if (stryMutAct_9fa48$3("906")) {} else {
		stryCov_9fa48$3("906");
		return stryMutAct_9fa48$3("909") ? cells.length === 1 && cells.length === 2 && kindOf(cells.join(",")) === "number" : stryMutAct_9fa48$3("908") ? false : stryMutAct_9fa48$3("907") ? true : (stryCov_9fa48$3("907", "908", "909"), (stryMutAct_9fa48$3("911") ? cells.length !== 1 : stryMutAct_9fa48$3("910") ? false : (stryCov_9fa48$3("910", "911"), cells.length === 1)) || (stryMutAct_9fa48$3("913") ? cells.length === 2 || kindOf(cells.join(",")) === "number" : stryMutAct_9fa48$3("912") ? false : (stryCov_9fa48$3("912", "913"), (stryMutAct_9fa48$3("915") ? cells.length !== 2 : stryMutAct_9fa48$3("914") ? true : (stryCov_9fa48$3("914", "915"), cells.length === 2)) && (stryMutAct_9fa48$3("917") ? kindOf(cells.join(",")) !== "number" : stryMutAct_9fa48$3("916") ? true : (stryCov_9fa48$3("916", "917"), kindOf(cells.join(",")) === "number")))));
	}
}
/**
* Returns whether a title is padded with delimiters to the width of the table, or an empty line separates it from a table
* of two rows or more.
*/
function isApart(title, header, rows) {
	if (stryMutAct_9fa48$3("920")) {} else {
		stryCov_9fa48$3("920");
		const width = header.cells.length;
		const isPadded = stryMutAct_9fa48$3("922") ? title.every(({ cells }) => cells.length === width && width > 2 && cells.slice(1).every((text) => text === "")) : stryMutAct_9fa48$3("921") ? title.filter((record) => !isEmptyLine(record)).some(({ cells }) => cells.length === width && width > 2 && cells.slice(1).every((text) => text === "")) : (stryCov_9fa48$3("921", "922"), title.filter(stryMutAct_9fa48$3("923") ? () => void 0 : (stryCov_9fa48$3("923"), (record) => stryMutAct_9fa48$3("924") ? isEmptyLine(record) : (stryCov_9fa48$3("924"), !isEmptyLine(record)))).every(stryMutAct_9fa48$3("925") ? () => void 0 : (stryCov_9fa48$3("925"), ({ cells }) => stryMutAct_9fa48$3("928") ? cells.length === width && width > 2 || cells.slice(1).every((text) => text === "") : stryMutAct_9fa48$3("927") ? false : stryMutAct_9fa48$3("926") ? true : (stryCov_9fa48$3("926", "927", "928"), (stryMutAct_9fa48$3("930") ? cells.length === width || width > 2 : stryMutAct_9fa48$3("929") ? true : (stryCov_9fa48$3("929", "930"), (stryMutAct_9fa48$3("932") ? cells.length !== width : stryMutAct_9fa48$3("931") ? true : (stryCov_9fa48$3("931", "932"), cells.length === width)) && (stryMutAct_9fa48$3("935") ? width <= 2 : stryMutAct_9fa48$3("934") ? width >= 2 : stryMutAct_9fa48$3("933") ? true : (stryCov_9fa48$3("933", "934", "935"), width > 2)))) && (stryMutAct_9fa48$3("937") ? cells.every((text) => text === "") : stryMutAct_9fa48$3("936") ? cells.slice(1).some((text) => text === "") : (stryCov_9fa48$3("936", "937"), cells.slice(1).every(stryMutAct_9fa48$3("938") ? () => void 0 : (stryCov_9fa48$3("938"), (text) => stryMutAct_9fa48$3("941") ? text !== "" : stryMutAct_9fa48$3("940") ? false : stryMutAct_9fa48$3("939") ? true : (stryCov_9fa48$3("939", "940", "941"), text === "")))))))));
		const above = title.at(stryMutAct_9fa48$3("943") ? 1 : (stryCov_9fa48$3("943"), -1));
		return stryMutAct_9fa48$3("946") ? isPadded && rows > 1 && above !== void 0 && filledCells(above) === 0 : stryMutAct_9fa48$3("945") ? false : stryMutAct_9fa48$3("944") ? true : (stryCov_9fa48$3("944", "945", "946"), isPadded || (stryMutAct_9fa48$3("948") ? rows > 1 && above !== void 0 || filledCells(above) === 0 : stryMutAct_9fa48$3("947") ? false : (stryCov_9fa48$3("947", "948"), (stryMutAct_9fa48$3("950") ? rows > 1 || above !== void 0 : stryMutAct_9fa48$3("949") ? true : (stryCov_9fa48$3("949", "950"), (stryMutAct_9fa48$3("953") ? rows <= 1 : stryMutAct_9fa48$3("952") ? rows >= 1 : stryMutAct_9fa48$3("951") ? true : (stryCov_9fa48$3("951", "952", "953"), rows > 1)) && (stryMutAct_9fa48$3("955") ? above === void 0 : stryMutAct_9fa48$3("954") ? true : (stryCov_9fa48$3("954", "955"), above !== void 0)))) && (stryMutAct_9fa48$3("957") ? filledCells(above) !== 0 : stryMutAct_9fa48$3("956") ? true : (stryCov_9fa48$3("956", "957"), filledCells(above) === 0)))));
	}
}
/**
* Returns whether most cells after a delimiter begin with a space, as words after a comma in a sentence do.
*
* @param records - The records
*/
function isProse(records) {
	if (stryMutAct_9fa48$3("958")) {} else {
		stryCov_9fa48$3("958");
		const later = records.flatMap(stryMutAct_9fa48$3("959") ? () => void 0 : (stryCov_9fa48$3("959"), ({ cells, quoted }) => stryMutAct_9fa48$3("961") ? cells.filter((_, index) => quoted[index + 1] === false) : stryMutAct_9fa48$3("960") ? cells.slice(1) : (stryCov_9fa48$3("960", "961"), cells.slice(1).filter(stryMutAct_9fa48$3("962") ? () => void 0 : (stryCov_9fa48$3("962"), (_, index) => stryMutAct_9fa48$3("965") ? quoted[index + 1] !== false : stryMutAct_9fa48$3("964") ? false : stryMutAct_9fa48$3("963") ? true : (stryCov_9fa48$3("963", "964", "965"), quoted[stryMutAct_9fa48$3("966") ? index - 1 : (stryCov_9fa48$3("966"), index + 1)] === (stryMutAct_9fa48$3("967") ? true : (stryCov_9fa48$3("967"), false))))))));
		return stryMutAct_9fa48$3("971") ? later.filter((text) => text.startsWith(" ")).length * 2 <= later.length : stryMutAct_9fa48$3("970") ? later.filter((text) => text.startsWith(" ")).length * 2 >= later.length : stryMutAct_9fa48$3("969") ? false : stryMutAct_9fa48$3("968") ? true : (stryCov_9fa48$3("968", "969", "970", "971"), (stryMutAct_9fa48$3("972") ? later.filter((text) => text.startsWith(" ")).length / 2 : (stryCov_9fa48$3("972"), (stryMutAct_9fa48$3("973") ? later.length : (stryCov_9fa48$3("973"), later.filter(stryMutAct_9fa48$3("974") ? () => void 0 : (stryCov_9fa48$3("974"), (text) => stryMutAct_9fa48$3("975") ? text.endsWith(" ") : (stryCov_9fa48$3("975"), text.startsWith(" ")))).length)) * 2)) > later.length);
	}
}
function startAt(records, index, title) {
	if (stryMutAct_9fa48$3("977")) {} else {
		stryCov_9fa48$3("977");
		const width = stryMutAct_9fa48$3("978") ? records[index]?.cells.length && 1 : (stryCov_9fa48$3("978"), (stryMutAct_9fa48$3("979") ? records[index].cells.length : (stryCov_9fa48$3("979"), records[index]?.cells.length)) ?? 1);
		const after = rowsAfter(records, index);
		const rows = (stryMutAct_9fa48$3("983") ? after.length <= 1 : stryMutAct_9fa48$3("982") ? after.length >= 1 : stryMutAct_9fa48$3("981") ? false : stryMutAct_9fa48$3("980") ? true : (stryCov_9fa48$3("980", "981", "982", "983"), after.length > 1)) ? stryMutAct_9fa48$3("984") ? after : (stryCov_9fa48$3("984"), after.slice(0, stryMutAct_9fa48$3("985") ? 1 : (stryCov_9fa48$3("985"), -1))) : after;
		const same = (stryMutAct_9fa48$3("988") ? after.length === 1 || rows.every(({ cells }) => cells.length > 1 && cells.length < width) : stryMutAct_9fa48$3("987") ? false : stryMutAct_9fa48$3("986") ? true : (stryCov_9fa48$3("986", "987", "988"), (stryMutAct_9fa48$3("990") ? after.length !== 1 : stryMutAct_9fa48$3("989") ? true : (stryCov_9fa48$3("989", "990"), after.length === 1)) && (stryMutAct_9fa48$3("991") ? rows.some(({ cells }) => cells.length > 1 && cells.length < width) : (stryCov_9fa48$3("991"), rows.every(stryMutAct_9fa48$3("992") ? () => void 0 : (stryCov_9fa48$3("992"), ({ cells }) => stryMutAct_9fa48$3("995") ? cells.length > 1 || cells.length < width : stryMutAct_9fa48$3("994") ? false : stryMutAct_9fa48$3("993") ? true : (stryCov_9fa48$3("993", "994", "995"), (stryMutAct_9fa48$3("998") ? cells.length <= 1 : stryMutAct_9fa48$3("997") ? cells.length >= 1 : stryMutAct_9fa48$3("996") ? true : (stryCov_9fa48$3("996", "997", "998"), cells.length > 1)) && (stryMutAct_9fa48$3("1001") ? cells.length >= width : stryMutAct_9fa48$3("1000") ? cells.length <= width : stryMutAct_9fa48$3("999") ? true : (stryCov_9fa48$3("999", "1000", "1001"), cells.length < width))))))))) ? 1 : stryMutAct_9fa48$3("1002") ? rows.length : (stryCov_9fa48$3("1002"), rows.filter(stryMutAct_9fa48$3("1003") ? () => void 0 : (stryCov_9fa48$3("1003"), ({ cells }) => stryMutAct_9fa48$3("1006") ? cells.length !== width : stryMutAct_9fa48$3("1005") ? false : stryMutAct_9fa48$3("1004") ? true : (stryCov_9fa48$3("1004", "1005", "1006"), cells.length === width))).length);
		return stryMutAct_9fa48$3("1007") ? {} : (stryCov_9fa48$3("1007"), {
			index,
			width,
			share: (stryMutAct_9fa48$3("1010") ? rows.length !== 0 : stryMutAct_9fa48$3("1009") ? false : stryMutAct_9fa48$3("1008") ? true : (stryCov_9fa48$3("1008", "1009", "1010"), rows.length === 0)) ? 1 : stryMutAct_9fa48$3("1011") ? same * rows.length : (stryCov_9fa48$3("1011"), same / rows.length),
			title
		});
	}
}
function rowsAfter(records, index) {
	if (stryMutAct_9fa48$3("1012")) {} else {
		stryCov_9fa48$3("1012");
		return stryMutAct_9fa48$3("1014") ? records.filter((record) => !isEmptyLine(record)) : stryMutAct_9fa48$3("1013") ? records.slice(index + 1) : (stryCov_9fa48$3("1013", "1014"), records.slice(stryMutAct_9fa48$3("1015") ? index - 1 : (stryCov_9fa48$3("1015"), index + 1)).filter(stryMutAct_9fa48$3("1016") ? () => void 0 : (stryCov_9fa48$3("1016"), (record) => stryMutAct_9fa48$3("1017") ? isEmptyLine(record) : (stryCov_9fa48$3("1017"), !isEmptyLine(record)))));
	}
}
function filledCells({ cells }) {
	if (stryMutAct_9fa48$3("1018")) {} else {
		stryCov_9fa48$3("1018");
		return stryMutAct_9fa48$3("1019") ? cells.length : (stryCov_9fa48$3("1019"), cells.filter(stryMutAct_9fa48$3("1020") ? () => void 0 : (stryCov_9fa48$3("1020"), (text) => stryMutAct_9fa48$3("1023") ? text.trim() === "" : stryMutAct_9fa48$3("1022") ? false : stryMutAct_9fa48$3("1021") ? true : (stryCov_9fa48$3("1021", "1022", "1023"), (stryMutAct_9fa48$3("1024") ? text : (stryCov_9fa48$3("1024"), text.trim())) !== ""))).length);
	}
}
// connectors/files/src/csv/detect-format.ts
function stryNS_9fa48$2() {
	var g = typeof globalThis === "object" && globalThis && globalThis.Math === Math && globalThis || new Function("return this")();
	var ns = g.__stryker__ || (g.__stryker__ = {});
	if (ns.activeMutant === void 0 && g.process && g.process.env && g.process.env.__STRYKER_ACTIVE_MUTANT__) ns.activeMutant = g.process.env.__STRYKER_ACTIVE_MUTANT__;
	function retrieveNS() {
		return ns;
	}
	stryNS_9fa48$2 = retrieveNS;
	return retrieveNS();
}
stryNS_9fa48$2();
function stryCov_9fa48$2() {
	var ns = stryNS_9fa48$2();
	var cov = ns.mutantCoverage || (ns.mutantCoverage = {
		static: {},
		perTest: {}
	});
	function cover() {
		var c = cov.static;
		if (ns.currentTestId) c = cov.perTest[ns.currentTestId] = cov.perTest[ns.currentTestId] || {};
		var a = arguments;
		for (var i = 0; i < a.length; i++) c[a[i]] = (c[a[i]] || 0) + 1;
	}
	stryCov_9fa48$2 = cover;
	cover.apply(null, arguments);
}
function stryMutAct_9fa48$2(id) {
	var ns = stryNS_9fa48$2();
	function isActive(id) {
		if (ns.activeMutant === id) {
			if (ns.hitCount !== void 0 && ++ns.hitCount > ns.hitLimit) throw new Error("Stryker: Hit count limit reached (" + ns.hitCount + ")");
			return true;
		}
		return false;
	}
	stryMutAct_9fa48$2 = isActive;
	return isActive(id);
}
/** Maximum number of records that are compared. */
const maxRecords = 1e3;
const delimiters = stryMutAct_9fa48$2("169") ? [] : (stryCov_9fa48$2("169"), [
	",",
	";",
	"	",
	"|"
]);
/** What lowers the score of a format because lines before the table would be a title. */
const titlePenalty = {
	none: 0,
	certain: .1,
	likely: .3
};
/**
* Finds how a CSV file is read from its first records and its name. What the settings state is not examined.
*
* @param sample - The beginning of the file
* @returns The hypothesis
*/
function detectFormat(sample) {
	if (stryMutAct_9fa48$2("174")) {} else {
		stryCov_9fa48$2("174");
		const stated = statedLine(sample.text);
		const settings = stryMutAct_9fa48$2("175") ? {} : (stryCov_9fa48$2("175"), {
			...stated.settings,
			...sample.settings
		});
		const known = stryMutAct_9fa48$2("176") ? {} : (stryCov_9fa48$2("176"), {
			...sample,
			settings,
			text: sample.text
		});
		const quoted = formatsOf(known).map(stryMutAct_9fa48$2("177") ? () => void 0 : (stryCov_9fa48$2("177"), (format) => candidateOf(format, known)));
		const literal = (stryMutAct_9fa48$2("180") ? settings.quote !== void 0 : stryMutAct_9fa48$2("179") ? false : stryMutAct_9fa48$2("178") ? true : (stryCov_9fa48$2("178", "179", "180"), settings.quote === void 0)) ? stryMutAct_9fa48$2("181") ? quoted : (stryCov_9fa48$2("181"), quoted.filter(hasLiteralQuotes)) : stryMutAct_9fa48$2("182") ? ["Stryker was here"] : (stryCov_9fa48$2("182"), []);
		const candidates = stryMutAct_9fa48$2("183") ? [] : (stryCov_9fa48$2("183"), [...quoted, ...literal.map(stryMutAct_9fa48$2("184") ? () => void 0 : (stryCov_9fa48$2("184"), ({ format }) => candidateOf(stryMutAct_9fa48$2("185") ? {} : (stryCov_9fa48$2("185"), {
			...format,
			quote: "",
			escape: ""
		}), known)))]);
		const best = bestOf(candidates, settings.delimiter);
		const { hasHeader } = (stryMutAct_9fa48$2("190") ? settings.header !== void 0 : stryMutAct_9fa48$2("189") ? false : stryMutAct_9fa48$2("188") ? true : (stryCov_9fa48$2("188", "189", "190"), settings.header === void 0)) ? findHeader(recordAt(best), stryMutAct_9fa48$2("192") ? best.records.filter((one) => !isEmptyLine(one)) : stryMutAct_9fa48$2("191") ? best.records.slice(best.start.index + 1) : (stryCov_9fa48$2("191", "192"), best.records.slice(stryMutAct_9fa48$2("193") ? best.start.index - 1 : (stryCov_9fa48$2("193"), best.start.index + 1)).filter(stryMutAct_9fa48$2("194") ? () => void 0 : (stryCov_9fa48$2("194"), (one) => stryMutAct_9fa48$2("195") ? isEmptyLine(one) : (stryCov_9fa48$2("195"), !isEmptyLine(one)))))) : stryMutAct_9fa48$2("196") ? {} : (stryCov_9fa48$2("196"), { hasHeader: settings.header });
		const firstLine = stryMutAct_9fa48$2("197") ? best.records[0]?.line && 0 : (stryCov_9fa48$2("197"), (stryMutAct_9fa48$2("198") ? best.records[0].line : (stryCov_9fa48$2("198"), best.records[0]?.line)) ?? 0);
		const doubt = (stryMutAct_9fa48$2("201") ? sample.settings.delimiter !== void 0 : stryMutAct_9fa48$2("200") ? false : stryMutAct_9fa48$2("199") ? true : (stryCov_9fa48$2("199", "200", "201"), sample.settings.delimiter === void 0)) ? doubtOf(best, candidates, sample.settings) : void 0;
		return stryMutAct_9fa48$2("202") ? {} : (stryCov_9fa48$2("202"), {
			format: best.format,
			hasHeader,
			skippedLines: recordAt(best).line,
			isSkippedByRecords: stryMutAct_9fa48$2("205") ? recordAt(best).line - firstLine === best.start.index : stryMutAct_9fa48$2("204") ? false : stryMutAct_9fa48$2("203") ? true : (stryCov_9fa48$2("203", "204", "205"), (stryMutAct_9fa48$2("206") ? recordAt(best).line + firstLine : (stryCov_9fa48$2("206"), recordAt(best).line - firstLine)) !== best.start.index),
			first: recordAt(best).cells,
			...stryMutAct_9fa48$2("209") ? doubt !== void 0 || { doubt } : stryMutAct_9fa48$2("208") ? false : stryMutAct_9fa48$2("207") ? true : (stryCov_9fa48$2("207", "208", "209"), (stryMutAct_9fa48$2("211") ? doubt === void 0 : stryMutAct_9fa48$2("210") ? true : (stryCov_9fa48$2("210", "211"), doubt !== void 0)) && (stryMutAct_9fa48$2("212") ? {} : (stryCov_9fa48$2("212"), { doubt })))
		});
	}
}
/** Reads the line with which Excel states the delimiter of a file. */
function statedLine(text) {
	if (stryMutAct_9fa48$2("213")) {} else {
		stryCov_9fa48$2("213");
		const [, delimiter] = stryMutAct_9fa48$2("214") ? /^"?sep=([^\r\n])"?(?:\r\n|\n|\r)/i.exec(text) && [] : (stryCov_9fa48$2("214"), (stryMutAct_9fa48$2("218") ? /^"?sep=([^\r\n])"(?:\r\n|\n|\r)/i : stryMutAct_9fa48$2("217") ? /^"?sep=([\r\n])"?(?:\r\n|\n|\r)/i : stryMutAct_9fa48$2("216") ? /^"sep=([^\r\n])"?(?:\r\n|\n|\r)/i : stryMutAct_9fa48$2("215") ? /"?sep=([^\r\n])"?(?:\r\n|\n|\r)/i : (stryCov_9fa48$2("215", "216", "217", "218"), /^"?sep=([^\r\n])"?(?:\r\n|\n|\r)/i)).exec(text) ?? (stryMutAct_9fa48$2("219") ? ["Stryker was here"] : (stryCov_9fa48$2("219"), [])));
		return stryMutAct_9fa48$2("220") ? {} : (stryCov_9fa48$2("220"), { settings: (stryMutAct_9fa48$2("223") ? delimiter !== void 0 : stryMutAct_9fa48$2("222") ? false : stryMutAct_9fa48$2("221") ? true : (stryCov_9fa48$2("221", "222", "223"), delimiter === void 0)) ? {} : stryMutAct_9fa48$2("224") ? {} : (stryCov_9fa48$2("224"), {
			delimiter,
			skip: 1
		}) });
	}
}
/** Returns the formats that are possible, the usual ones first. */
function formatsOf({ settings, text }) {
	if (stryMutAct_9fa48$2("225")) {} else {
		stryCov_9fa48$2("225");
		const { delimiter, quote, escape } = settings;
		const usual = stryMutAct_9fa48$2("226") ? quote && "\"" : (stryCov_9fa48$2("226"), quote ?? "\"");
		const quotes = stryMutAct_9fa48$2("228") ? [] : (stryCov_9fa48$2("228"), [stryMutAct_9fa48$2("229") ? {} : (stryCov_9fa48$2("229"), {
			quote: usual,
			escape: stryMutAct_9fa48$2("230") ? escape && usual : (stryCov_9fa48$2("230"), escape ?? usual)
		})]);
		if (stryMutAct_9fa48$2("233") ? escape === void 0 && usual !== "" || text.includes(`\\${usual}`) : stryMutAct_9fa48$2("232") ? false : stryMutAct_9fa48$2("231") ? true : (stryCov_9fa48$2("231", "232", "233"), (stryMutAct_9fa48$2("235") ? escape === void 0 || usual !== "" : stryMutAct_9fa48$2("234") ? true : (stryCov_9fa48$2("234", "235"), (stryMutAct_9fa48$2("237") ? escape !== void 0 : stryMutAct_9fa48$2("236") ? true : (stryCov_9fa48$2("236", "237"), escape === void 0)) && (stryMutAct_9fa48$2("239") ? usual === "" : stryMutAct_9fa48$2("238") ? true : (stryCov_9fa48$2("238", "239"), usual !== "")))) && text.includes(`\\${usual}`))) quotes.push(stryMutAct_9fa48$2("242") ? {} : (stryCov_9fa48$2("242"), {
			quote: usual,
			escape: "\\"
		}));
		if (stryMutAct_9fa48$2("246") ? quote === void 0 || /(?:^|[,;|\t\r\n])'/.test(text) : stryMutAct_9fa48$2("245") ? false : stryMutAct_9fa48$2("244") ? true : (stryCov_9fa48$2("244", "245", "246"), (stryMutAct_9fa48$2("248") ? quote !== void 0 : stryMutAct_9fa48$2("247") ? true : (stryCov_9fa48$2("247", "248"), quote === void 0)) && (stryMutAct_9fa48$2("250") ? /(?:^|[^,;|\t\r\n])'/ : stryMutAct_9fa48$2("249") ? /(?:[,;|\t\r\n])'/ : (stryCov_9fa48$2("249", "250"), /(?:^|[,;|\t\r\n])'/)).test(text))) quotes.push(stryMutAct_9fa48$2("251") ? {} : (stryCov_9fa48$2("251"), {
			quote: "'",
			escape: stryMutAct_9fa48$2("253") ? escape && "'" : (stryCov_9fa48$2("253"), escape ?? "'")
		}));
		return quotes.flatMap(stryMutAct_9fa48$2("255") ? () => void 0 : (stryCov_9fa48$2("255"), (one) => stryMutAct_9fa48$2("256") ? (delimiter === void 0 ? delimiters : [delimiter]).map((candidate) => ({
			delimiter: candidate,
			...one
		})) : (stryCov_9fa48$2("256"), ((stryMutAct_9fa48$2("259") ? delimiter !== void 0 : stryMutAct_9fa48$2("258") ? false : stryMutAct_9fa48$2("257") ? true : (stryCov_9fa48$2("257", "258", "259"), delimiter === void 0)) ? delimiters : stryMutAct_9fa48$2("260") ? [] : (stryCov_9fa48$2("260"), [delimiter])).filter(stryMutAct_9fa48$2("261") ? () => void 0 : (stryCov_9fa48$2("261"), (candidate) => stryMutAct_9fa48$2("264") ? candidate === one.quote : stryMutAct_9fa48$2("263") ? false : stryMutAct_9fa48$2("262") ? true : (stryCov_9fa48$2("262", "263", "264"), candidate !== one.quote))).map(stryMutAct_9fa48$2("265") ? () => void 0 : (stryCov_9fa48$2("265"), (candidate) => stryMutAct_9fa48$2("266") ? {} : (stryCov_9fa48$2("266"), {
			delimiter: candidate,
			...one
		}))))));
	}
}
function candidateOf(format, { text, isAll, isTsv, settings }) {
	if (stryMutAct_9fa48$2("267")) {} else {
		stryCov_9fa48$2("267");
		const { skip } = settings;
		const all = readRecords(text, format, stryMutAct_9fa48$2("268") ? {} : (stryCov_9fa48$2("268"), {
			isAll,
			max: maxRecords
		}));
		const records = (stryMutAct_9fa48$2("271") ? skip !== void 0 : stryMutAct_9fa48$2("270") ? false : stryMutAct_9fa48$2("269") ? true : (stryCov_9fa48$2("269", "270", "271"), skip === void 0)) ? all : stryMutAct_9fa48$2("272") ? all : (stryCov_9fa48$2("272"), all.filter(stryMutAct_9fa48$2("273") ? () => void 0 : (stryCov_9fa48$2("273"), ({ line }) => stryMutAct_9fa48$2("277") ? line < skip : stryMutAct_9fa48$2("276") ? line > skip : stryMutAct_9fa48$2("275") ? false : stryMutAct_9fa48$2("274") ? true : (stryCov_9fa48$2("274", "275", "276", "277"), line >= skip))));
		const start = (stryMutAct_9fa48$2("280") ? skip !== void 0 : stryMutAct_9fa48$2("279") ? false : stryMutAct_9fa48$2("278") ? true : (stryCov_9fa48$2("278", "279", "280"), skip === void 0)) ? findStart(records, format.delimiter) : plainStart(records);
		const table = stryMutAct_9fa48$2("282") ? records.filter((record) => !isEmptyLine(record)) : stryMutAct_9fa48$2("281") ? records.slice(start.index) : (stryCov_9fa48$2("281", "282"), records.slice(start.index).filter(stryMutAct_9fa48$2("283") ? () => void 0 : (stryCov_9fa48$2("283"), (record) => stryMutAct_9fa48$2("284") ? isEmptyLine(record) : (stryCov_9fa48$2("284"), !isEmptyLine(record)))));
		const oddQuotes = stryMutAct_9fa48$2("285") ? table.filter((record) => record.oddQuotes > 0).length * Math.max(1, table.length) : (stryCov_9fa48$2("285"), (stryMutAct_9fa48$2("286") ? table.length : (stryCov_9fa48$2("286"), table.filter(stryMutAct_9fa48$2("287") ? () => void 0 : (stryCov_9fa48$2("287"), (record) => stryMutAct_9fa48$2("291") ? record.oddQuotes <= 0 : stryMutAct_9fa48$2("290") ? record.oddQuotes >= 0 : stryMutAct_9fa48$2("289") ? false : stryMutAct_9fa48$2("288") ? true : (stryCov_9fa48$2("288", "289", "290", "291"), record.oddQuotes > 0))).length)) / (stryMutAct_9fa48$2("292") ? Math.min(1, table.length) : (stryCov_9fa48$2("292"), Math.max(1, table.length))));
		const isNamed = stryMutAct_9fa48$2("295") ? isTsv && format.delimiter === "	" || start.width > 1 : stryMutAct_9fa48$2("294") ? false : stryMutAct_9fa48$2("293") ? true : (stryCov_9fa48$2("293", "294", "295"), (stryMutAct_9fa48$2("297") ? isTsv || format.delimiter === "	" : stryMutAct_9fa48$2("296") ? true : (stryCov_9fa48$2("296", "297"), isTsv && (stryMutAct_9fa48$2("299") ? format.delimiter !== "	" : stryMutAct_9fa48$2("298") ? true : (stryCov_9fa48$2("298", "299"), format.delimiter === "	")))) && (stryMutAct_9fa48$2("303") ? start.width <= 1 : stryMutAct_9fa48$2("302") ? start.width >= 1 : stryMutAct_9fa48$2("301") ? true : (stryCov_9fa48$2("301", "302", "303"), start.width > 1)));
		const score = stryMutAct_9fa48$2("304") ? (start.width > 1 ? start.share : 0) + shareOfClean(table, format) / 2 + Math.min(start.width, 10) / 100 + (isNamed ? 1 : 0) - titlePenalty[start.title] - oddQuotes + usualness(format, table) : (stryCov_9fa48$2("304"), (stryMutAct_9fa48$2("305") ? (start.width > 1 ? start.share : 0) + shareOfClean(table, format) / 2 + Math.min(start.width, 10) / 100 + (isNamed ? 1 : 0) - titlePenalty[start.title] + oddQuotes : (stryCov_9fa48$2("305"), (stryMutAct_9fa48$2("306") ? (start.width > 1 ? start.share : 0) + shareOfClean(table, format) / 2 + Math.min(start.width, 10) / 100 + (isNamed ? 1 : 0) + titlePenalty[start.title] : (stryCov_9fa48$2("306"), (stryMutAct_9fa48$2("307") ? (start.width > 1 ? start.share : 0) + shareOfClean(table, format) / 2 + Math.min(start.width, 10) / 100 - (isNamed ? 1 : 0) : (stryCov_9fa48$2("307"), (stryMutAct_9fa48$2("308") ? (start.width > 1 ? start.share : 0) + shareOfClean(table, format) / 2 - Math.min(start.width, 10) / 100 : (stryCov_9fa48$2("308"), (stryMutAct_9fa48$2("309") ? (start.width > 1 ? start.share : 0) - shareOfClean(table, format) / 2 : (stryCov_9fa48$2("309"), ((stryMutAct_9fa48$2("313") ? start.width <= 1 : stryMutAct_9fa48$2("312") ? start.width >= 1 : stryMutAct_9fa48$2("311") ? false : stryMutAct_9fa48$2("310") ? true : (stryCov_9fa48$2("310", "311", "312", "313"), start.width > 1)) ? start.share : 0) + (stryMutAct_9fa48$2("314") ? shareOfClean(table, format) * 2 : (stryCov_9fa48$2("314"), shareOfClean(table, format) / 2)))) + (stryMutAct_9fa48$2("315") ? Math.min(start.width, 10) * 100 : (stryCov_9fa48$2("315"), (stryMutAct_9fa48$2("316") ? Math.max(start.width, 10) : (stryCov_9fa48$2("316"), Math.min(start.width, 10))) / 100)))) + (isNamed ? 1 : 0))) - titlePenalty[start.title])) - oddQuotes)) - usualness(format, table));
		return stryMutAct_9fa48$2("317") ? {} : (stryCov_9fa48$2("317"), {
			format,
			text,
			isAll,
			records,
			start,
			oddQuotes,
			score
		});
	}
}
/** Reports whether more cells have a quote where none can be than are in quotes: quotes are a part of the text. */
function hasLiteralQuotes({ format, records, start }) {
	if (stryMutAct_9fa48$2("318")) {} else {
		stryCov_9fa48$2("318");
		if (stryMutAct_9fa48$2("321") ? format.quote !== "\"" && format.escape !== "\"" : stryMutAct_9fa48$2("320") ? false : stryMutAct_9fa48$2("319") ? true : (stryCov_9fa48$2("319", "320", "321"), (stryMutAct_9fa48$2("323") ? format.quote === "\"" : stryMutAct_9fa48$2("322") ? false : (stryCov_9fa48$2("322", "323"), format.quote !== "\"")) || (stryMutAct_9fa48$2("326") ? format.escape === "\"" : stryMutAct_9fa48$2("325") ? false : (stryCov_9fa48$2("325", "326"), format.escape !== "\"")))) return stryMutAct_9fa48$2("328") ? true : (stryCov_9fa48$2("328"), false);
		let [odd, enclosed] = stryMutAct_9fa48$2("329") ? [] : (stryCov_9fa48$2("329"), [0, 0]);
		for (const { oddQuotes, quoted } of stryMutAct_9fa48$2("330") ? records : (stryCov_9fa48$2("330"), records.slice(start.index))) if (stryMutAct_9fa48$2("331")) {} else {
			stryCov_9fa48$2("331");
			stryMutAct_9fa48$2("332") ? odd -= oddQuotes : (stryCov_9fa48$2("332"), odd += oddQuotes);
			stryMutAct_9fa48$2("333") ? enclosed -= quoted.filter(Boolean).length : (stryCov_9fa48$2("333"), enclosed += stryMutAct_9fa48$2("334") ? quoted.length : (stryCov_9fa48$2("334"), quoted.filter(Boolean).length));
		}
		return stryMutAct_9fa48$2("338") ? odd <= enclosed : stryMutAct_9fa48$2("337") ? odd >= enclosed : stryMutAct_9fa48$2("336") ? false : stryMutAct_9fa48$2("335") ? true : (stryCov_9fa48$2("335", "336", "337", "338"), odd > enclosed);
	}
}
/** Returns what makes a format unusual, as a part of a score. */
function usualness({ quote }, table) {
	if (stryMutAct_9fa48$2("339")) {} else {
		stryCov_9fa48$2("339");
		if (stryMutAct_9fa48$2("342") ? quote !== "" : stryMutAct_9fa48$2("341") ? false : stryMutAct_9fa48$2("340") ? true : (stryCov_9fa48$2("340", "341", "342"), quote === "")) return .05;
		if (stryMutAct_9fa48$2("346") ? quote === "'" : stryMutAct_9fa48$2("345") ? false : stryMutAct_9fa48$2("344") ? true : (stryCov_9fa48$2("344", "345", "346"), quote !== "'")) return 0;
		const filled = table.flatMap(stryMutAct_9fa48$2("348") ? () => void 0 : (stryCov_9fa48$2("348"), ({ cells, quoted }) => cells.map(stryMutAct_9fa48$2("349") ? () => void 0 : (stryCov_9fa48$2("349"), (text, index) => stryMutAct_9fa48$2("352") ? text === "" && quoted[index] === true : stryMutAct_9fa48$2("351") ? false : stryMutAct_9fa48$2("350") ? true : (stryCov_9fa48$2("350", "351", "352"), (stryMutAct_9fa48$2("354") ? text !== "" : stryMutAct_9fa48$2("353") ? false : (stryCov_9fa48$2("353", "354"), text === "")) || (stryMutAct_9fa48$2("357") ? quoted[index] !== true : stryMutAct_9fa48$2("356") ? false : (stryCov_9fa48$2("356", "357"), quoted[index] === (stryMutAct_9fa48$2("358") ? false : (stryCov_9fa48$2("358"), true)))))))));
		return (stryMutAct_9fa48$2("361") ? filled.length > 1 || filled.every(Boolean) : stryMutAct_9fa48$2("360") ? false : stryMutAct_9fa48$2("359") ? true : (stryCov_9fa48$2("359", "360", "361"), (stryMutAct_9fa48$2("364") ? filled.length <= 1 : stryMutAct_9fa48$2("363") ? filled.length >= 1 : stryMutAct_9fa48$2("362") ? true : (stryCov_9fa48$2("362", "363", "364"), filled.length > 1)) && (stryMutAct_9fa48$2("365") ? filled.some(Boolean) : (stryCov_9fa48$2("365"), filled.every(Boolean))))) ? stryMutAct_9fa48$2("366") ? .05 : (stryCov_9fa48$2("366"), -.05) : .5;
	}
}
/** Returns the share of cells that are in quotes, are values, or have no character that could separate cells. */
function shareOfClean(records, { delimiter }) {
	if (stryMutAct_9fa48$2("367")) {} else {
		stryCov_9fa48$2("367");
		const others = stryMutAct_9fa48$2("368") ? delimiters : (stryCov_9fa48$2("368"), delimiters.filter(stryMutAct_9fa48$2("369") ? () => void 0 : (stryCov_9fa48$2("369"), (candidate) => stryMutAct_9fa48$2("372") ? candidate !== delimiter || candidate !== "," : stryMutAct_9fa48$2("371") ? false : stryMutAct_9fa48$2("370") ? true : (stryCov_9fa48$2("370", "371", "372"), (stryMutAct_9fa48$2("374") ? candidate === delimiter : stryMutAct_9fa48$2("373") ? true : (stryCov_9fa48$2("373", "374"), candidate !== delimiter)) && (stryMutAct_9fa48$2("376") ? candidate === "," : stryMutAct_9fa48$2("375") ? true : (stryCov_9fa48$2("375", "376"), candidate !== ","))))));
		let [clean, count] = stryMutAct_9fa48$2("378") ? [] : (stryCov_9fa48$2("378"), [0, 0]);
		for (const { cells, quoted } of records) if (stryMutAct_9fa48$2("379")) {} else {
			stryCov_9fa48$2("379");
			for (const [index, text] of cells.entries()) if (stryMutAct_9fa48$2("380")) {} else {
				stryCov_9fa48$2("380");
				stryMutAct_9fa48$2("381") ? count-- : (stryCov_9fa48$2("381"), count++);
				const isClean = stryMutAct_9fa48$2("384") ? (quoted[index] === true || !(others.some((other) => text.includes(other)) || delimiter !== "," && /,\S/.test(text))) && kindOf(text) !== "text" : stryMutAct_9fa48$2("383") ? false : stryMutAct_9fa48$2("382") ? true : (stryCov_9fa48$2("382", "383", "384"), (stryMutAct_9fa48$2("386") ? quoted[index] === true && !(others.some((other) => text.includes(other)) || delimiter !== "," && /,\S/.test(text)) : stryMutAct_9fa48$2("385") ? false : (stryCov_9fa48$2("385", "386"), (stryMutAct_9fa48$2("388") ? quoted[index] !== true : stryMutAct_9fa48$2("387") ? false : (stryCov_9fa48$2("387", "388"), quoted[index] === (stryMutAct_9fa48$2("389") ? false : (stryCov_9fa48$2("389"), true)))) || (stryMutAct_9fa48$2("390") ? others.some((other) => text.includes(other)) || delimiter !== "," && /,\S/.test(text) : (stryCov_9fa48$2("390"), !(stryMutAct_9fa48$2("393") ? others.some((other) => text.includes(other)) && delimiter !== "," && /,\S/.test(text) : stryMutAct_9fa48$2("392") ? false : stryMutAct_9fa48$2("391") ? true : (stryCov_9fa48$2("391", "392", "393"), (stryMutAct_9fa48$2("394") ? others.every((other) => text.includes(other)) : (stryCov_9fa48$2("394"), others.some(stryMutAct_9fa48$2("395") ? () => void 0 : (stryCov_9fa48$2("395"), (other) => text.includes(other))))) || (stryMutAct_9fa48$2("397") ? delimiter !== "," || /,\S/.test(text) : stryMutAct_9fa48$2("396") ? false : (stryCov_9fa48$2("396", "397"), (stryMutAct_9fa48$2("399") ? delimiter === "," : stryMutAct_9fa48$2("398") ? true : (stryCov_9fa48$2("398", "399"), delimiter !== ",")) && (stryMutAct_9fa48$2("401") ? /,\s/ : (stryCov_9fa48$2("401"), /,\S/)).test(text))))))))) || (stryMutAct_9fa48$2("403") ? kindOf(text) === "text" : stryMutAct_9fa48$2("402") ? false : (stryCov_9fa48$2("402", "403"), kindOf(text) !== "text")));
				if (stryMutAct_9fa48$2("406") ? false : stryMutAct_9fa48$2("405") ? true : (stryCov_9fa48$2("405", "406"), isClean)) stryMutAct_9fa48$2("407") ? clean-- : (stryCov_9fa48$2("407"), clean++);
			}
		}
		return (stryMutAct_9fa48$2("410") ? count !== 0 : stryMutAct_9fa48$2("409") ? false : stryMutAct_9fa48$2("408") ? true : (stryCov_9fa48$2("408", "409", "410"), count === 0)) ? 1 : stryMutAct_9fa48$2("411") ? clean * count : (stryCov_9fa48$2("411"), clean / count);
	}
}
/** Returns the best candidate with several columns; if there is none, the file has a single column. */
function bestOf(candidates, stated) {
	if (stryMutAct_9fa48$2("413")) {} else {
		stryCov_9fa48$2("413");
		const wide = stryMutAct_9fa48$2("414") ? candidates.map((one) => withUsualQuotes(one, candidates)) : (stryCov_9fa48$2("414"), candidates.filter(isWide).map(stryMutAct_9fa48$2("415") ? () => void 0 : (stryCov_9fa48$2("415"), (one) => withUsualQuotes(one, candidates))));
		stryMutAct_9fa48$2("416") || (stryCov_9fa48$2("416"), wide.sort(stryMutAct_9fa48$2("417") ? () => void 0 : (stryCov_9fa48$2("417"), (a, b) => stryMutAct_9fa48$2("418") ? b.score + a.score : (stryCov_9fa48$2("418"), b.score - a.score))));
		const [best = candidates.toSorted(stryMutAct_9fa48$2("419") ? () => void 0 : (stryCov_9fa48$2("419"), (a, b) => stryMutAct_9fa48$2("420") ? singleScore(b) + singleScore(a) : (stryCov_9fa48$2("420"), singleScore(b) - singleScore(a))))[0]] = wide;
		if (stryMutAct_9fa48$2("423") ? best !== void 0 : stryMutAct_9fa48$2("422") ? false : stryMutAct_9fa48$2("421") ? true : (stryCov_9fa48$2("421", "422", "423"), best === void 0)) throw new TypeError("Could not read a CSV file: expected a format, got none.");
		if (stryMutAct_9fa48$2("427") ? stated !== void 0 && wide.length > 0 : stryMutAct_9fa48$2("426") ? false : stryMutAct_9fa48$2("425") ? true : (stryCov_9fa48$2("425", "426", "427"), (stryMutAct_9fa48$2("429") ? stated === void 0 : stryMutAct_9fa48$2("428") ? false : (stryCov_9fa48$2("428", "429"), stated !== void 0)) || (stryMutAct_9fa48$2("432") ? wide.length <= 0 : stryMutAct_9fa48$2("431") ? wide.length >= 0 : stryMutAct_9fa48$2("430") ? false : (stryCov_9fa48$2("430", "431", "432"), wide.length > 0)))) return best;
		const { format, text, isAll, records } = best;
		const single = stryMutAct_9fa48$2("433") ? {} : (stryCov_9fa48$2("433"), {
			...format,
			delimiter: ""
		});
		const read = readRecords(text, single, stryMutAct_9fa48$2("434") ? {} : (stryCov_9fa48$2("434"), {
			isAll,
			max: maxRecords
		}));
		const used = new Set(records.map(stryMutAct_9fa48$2("435") ? () => void 0 : (stryCov_9fa48$2("435"), ({ line }) => line)));
		const whole = stryMutAct_9fa48$2("436") ? read : (stryCov_9fa48$2("436"), read.filter(stryMutAct_9fa48$2("437") ? () => void 0 : (stryCov_9fa48$2("437"), ({ line }) => stryMutAct_9fa48$2("441") ? line < Math.min(...used) : stryMutAct_9fa48$2("440") ? line > Math.min(...used) : stryMutAct_9fa48$2("439") ? false : stryMutAct_9fa48$2("438") ? true : (stryCov_9fa48$2("438", "439", "440", "441"), line >= (stryMutAct_9fa48$2("442") ? Math.max(...used) : (stryCov_9fa48$2("442"), Math.min(...used)))))));
		return stryMutAct_9fa48$2("443") ? {} : (stryCov_9fa48$2("443"), {
			...best,
			format: single,
			records: whole,
			start: plainStart(whole)
		});
	}
}
/** Raises the score of apostrophes as quotes where all records have as many cells only with them. */
function withUsualQuotes(candidate, candidates) {
	if (stryMutAct_9fa48$2("444")) {} else {
		stryCov_9fa48$2("444");
		const { format, start, oddQuotes, score } = candidate;
		if (stryMutAct_9fa48$2("447") ? (format.quote !== "'" || start.share < 1) && oddQuotes > 0 : stryMutAct_9fa48$2("446") ? false : stryMutAct_9fa48$2("445") ? true : (stryCov_9fa48$2("445", "446", "447"), (stryMutAct_9fa48$2("449") ? format.quote !== "'" && start.share < 1 : stryMutAct_9fa48$2("448") ? false : (stryCov_9fa48$2("448", "449"), (stryMutAct_9fa48$2("451") ? format.quote === "'" : stryMutAct_9fa48$2("450") ? false : (stryCov_9fa48$2("450", "451"), format.quote !== "'")) || (stryMutAct_9fa48$2("455") ? start.share >= 1 : stryMutAct_9fa48$2("454") ? start.share <= 1 : stryMutAct_9fa48$2("453") ? false : (stryCov_9fa48$2("453", "454", "455"), start.share < 1)))) || (stryMutAct_9fa48$2("458") ? oddQuotes <= 0 : stryMutAct_9fa48$2("457") ? oddQuotes >= 0 : stryMutAct_9fa48$2("456") ? false : (stryCov_9fa48$2("456", "457", "458"), oddQuotes > 0)))) return candidate;
		const other = candidates.find(stryMutAct_9fa48$2("459") ? () => void 0 : (stryCov_9fa48$2("459"), (one) => stryMutAct_9fa48$2("462") ? one.format.delimiter === format.delimiter || one.format.quote === "\"" : stryMutAct_9fa48$2("461") ? false : stryMutAct_9fa48$2("460") ? true : (stryCov_9fa48$2("460", "461", "462"), (stryMutAct_9fa48$2("464") ? one.format.delimiter !== format.delimiter : stryMutAct_9fa48$2("463") ? true : (stryCov_9fa48$2("463", "464"), one.format.delimiter === format.delimiter)) && (stryMutAct_9fa48$2("466") ? one.format.quote !== "\"" : stryMutAct_9fa48$2("465") ? true : (stryCov_9fa48$2("465", "466"), one.format.quote === "\"")))));
		return (stryMutAct_9fa48$2("470") ? other !== void 0 && other.start.index === start.index || other.start.share < 1 : stryMutAct_9fa48$2("469") ? false : stryMutAct_9fa48$2("468") ? true : (stryCov_9fa48$2("468", "469", "470"), (stryMutAct_9fa48$2("472") ? other !== void 0 || other.start.index === start.index : stryMutAct_9fa48$2("471") ? true : (stryCov_9fa48$2("471", "472"), (stryMutAct_9fa48$2("474") ? other === void 0 : stryMutAct_9fa48$2("473") ? true : (stryCov_9fa48$2("473", "474"), other !== void 0)) && (stryMutAct_9fa48$2("476") ? other.start.index !== start.index : stryMutAct_9fa48$2("475") ? true : (stryCov_9fa48$2("475", "476"), other.start.index === start.index)))) && (stryMutAct_9fa48$2("479") ? other.start.share >= 1 : stryMutAct_9fa48$2("478") ? other.start.share <= 1 : stryMutAct_9fa48$2("477") ? true : (stryCov_9fa48$2("477", "478", "479"), other.start.share < 1)))) ? stryMutAct_9fa48$2("480") ? {} : (stryCov_9fa48$2("480"), {
			...candidate,
			score: stryMutAct_9fa48$2("481") ? score - .5 : (stryCov_9fa48$2("481"), score + .5)
		}) : candidate;
	}
}
function isWide({ start, oddQuotes, records }) {
	if (stryMutAct_9fa48$2("482")) {} else {
		stryCov_9fa48$2("482");
		if (stryMutAct_9fa48$2("485") ? (start.width < 2 || oddQuotes > .5) && start.title === "likely" : stryMutAct_9fa48$2("484") ? false : stryMutAct_9fa48$2("483") ? true : (stryCov_9fa48$2("483", "484", "485"), (stryMutAct_9fa48$2("487") ? start.width < 2 && oddQuotes > .5 : stryMutAct_9fa48$2("486") ? false : (stryCov_9fa48$2("486", "487"), (stryMutAct_9fa48$2("490") ? start.width >= 2 : stryMutAct_9fa48$2("489") ? start.width <= 2 : stryMutAct_9fa48$2("488") ? false : (stryCov_9fa48$2("488", "489", "490"), start.width < 2)) || (stryMutAct_9fa48$2("493") ? oddQuotes <= .5 : stryMutAct_9fa48$2("492") ? oddQuotes >= .5 : stryMutAct_9fa48$2("491") ? false : (stryCov_9fa48$2("491", "492", "493"), oddQuotes > .5)))) || (stryMutAct_9fa48$2("495") ? start.title !== "likely" : stryMutAct_9fa48$2("494") ? false : (stryCov_9fa48$2("494", "495"), start.title === "likely")))) return stryMutAct_9fa48$2("497") ? true : (stryCov_9fa48$2("497"), false);
		const [header, ...rows] = stryMutAct_9fa48$2("499") ? records.filter((record) => !isEmptyLine(record)) : stryMutAct_9fa48$2("498") ? records.slice(start.index) : (stryCov_9fa48$2("498", "499"), records.slice(start.index).filter(stryMutAct_9fa48$2("500") ? () => void 0 : (stryCov_9fa48$2("500"), (record) => stryMutAct_9fa48$2("501") ? isEmptyLine(record) : (stryCov_9fa48$2("501"), !isEmptyLine(record)))));
		const divided = stryMutAct_9fa48$2("502") ? rows.length : (stryCov_9fa48$2("502"), rows.filter(stryMutAct_9fa48$2("503") ? () => void 0 : (stryCov_9fa48$2("503"), ({ cells }) => stryMutAct_9fa48$2("507") ? cells.length <= 1 : stryMutAct_9fa48$2("506") ? cells.length >= 1 : stryMutAct_9fa48$2("505") ? false : stryMutAct_9fa48$2("504") ? true : (stryCov_9fa48$2("504", "505", "506", "507"), cells.length > 1))).length);
		const isHeaderAlone = stryMutAct_9fa48$2("510") ? rows.length <= 2 && header !== void 0 || !isProse([header]) : stryMutAct_9fa48$2("509") ? false : stryMutAct_9fa48$2("508") ? true : (stryCov_9fa48$2("508", "509", "510"), (stryMutAct_9fa48$2("512") ? rows.length <= 2 || header !== void 0 : stryMutAct_9fa48$2("511") ? true : (stryCov_9fa48$2("511", "512"), (stryMutAct_9fa48$2("515") ? rows.length > 2 : stryMutAct_9fa48$2("514") ? rows.length < 2 : stryMutAct_9fa48$2("513") ? true : (stryCov_9fa48$2("513", "514", "515"), rows.length <= 2)) && (stryMutAct_9fa48$2("517") ? header === void 0 : stryMutAct_9fa48$2("516") ? true : (stryCov_9fa48$2("516", "517"), header !== void 0)))) && (stryMutAct_9fa48$2("518") ? isProse([header]) : (stryCov_9fa48$2("518"), !isProse(stryMutAct_9fa48$2("519") ? [] : (stryCov_9fa48$2("519"), [header])))));
		return stryMutAct_9fa48$2("522") ? isHeaderAlone && divided * 2 > rows.length : stryMutAct_9fa48$2("521") ? false : stryMutAct_9fa48$2("520") ? true : (stryCov_9fa48$2("520", "521", "522"), isHeaderAlone || (stryMutAct_9fa48$2("525") ? divided * 2 <= rows.length : stryMutAct_9fa48$2("524") ? divided * 2 >= rows.length : stryMutAct_9fa48$2("523") ? false : (stryCov_9fa48$2("523", "524", "525"), (stryMutAct_9fa48$2("526") ? divided / 2 : (stryCov_9fa48$2("526"), divided * 2)) > rows.length)));
	}
}
/** Returns how well a format fits a file with a single column, where only quotes matter. */
function singleScore({ records, format, oddQuotes }) {
	if (stryMutAct_9fa48$2("527")) {} else {
		stryCov_9fa48$2("527");
		const isDivided = stryMutAct_9fa48$2("528") ? records.every(({ cells }) => cells.length > 1) : (stryCov_9fa48$2("528"), records.some(stryMutAct_9fa48$2("529") ? () => void 0 : (stryCov_9fa48$2("529"), ({ cells }) => stryMutAct_9fa48$2("533") ? cells.length <= 1 : stryMutAct_9fa48$2("532") ? cells.length >= 1 : stryMutAct_9fa48$2("531") ? false : stryMutAct_9fa48$2("530") ? true : (stryCov_9fa48$2("530", "531", "532", "533"), cells.length > 1))));
		return stryMutAct_9fa48$2("534") ? (isDivided ? 0 : 1) - oddQuotes + usualness(format, records) : (stryCov_9fa48$2("534"), (stryMutAct_9fa48$2("535") ? (isDivided ? 0 : 1) + oddQuotes : (stryCov_9fa48$2("535"), (isDivided ? 0 : 1) - oddQuotes)) - usualness(format, records));
	}
}
/** Returns what the first records leave open. */
function doubtOf(best, candidates, settings) {
	if (stryMutAct_9fa48$2("536")) {} else {
		stryCov_9fa48$2("536");
		const [other] = stryMutAct_9fa48$2("537") ? candidates.toSorted((a, b) => b.score - a.score) : (stryCov_9fa48$2("537"), candidates.filter(stryMutAct_9fa48$2("538") ? () => void 0 : (stryCov_9fa48$2("538"), (one) => stryMutAct_9fa48$2("541") ? one.format.delimiter !== best.format.delimiter || isWide(one) : stryMutAct_9fa48$2("540") ? false : stryMutAct_9fa48$2("539") ? true : (stryCov_9fa48$2("539", "540", "541"), (stryMutAct_9fa48$2("543") ? one.format.delimiter === best.format.delimiter : stryMutAct_9fa48$2("542") ? true : (stryCov_9fa48$2("542", "543"), one.format.delimiter !== best.format.delimiter)) && isWide(one)))).toSorted(stryMutAct_9fa48$2("544") ? () => void 0 : (stryCov_9fa48$2("544"), (a, b) => stryMutAct_9fa48$2("545") ? b.score + a.score : (stryCov_9fa48$2("545"), b.score - a.score))));
		if (stryMutAct_9fa48$2("548") ? isWide(best) && other !== void 0 || best.score - other.score < .05 : stryMutAct_9fa48$2("547") ? false : stryMutAct_9fa48$2("546") ? true : (stryCov_9fa48$2("546", "547", "548"), (stryMutAct_9fa48$2("550") ? isWide(best) || other !== void 0 : stryMutAct_9fa48$2("549") ? true : (stryCov_9fa48$2("549", "550"), isWide(best) && (stryMutAct_9fa48$2("552") ? other === void 0 : stryMutAct_9fa48$2("551") ? true : (stryCov_9fa48$2("551", "552"), other !== void 0)))) && (stryMutAct_9fa48$2("555") ? best.score - other.score >= .05 : stryMutAct_9fa48$2("554") ? best.score - other.score <= .05 : stryMutAct_9fa48$2("553") ? true : (stryCov_9fa48$2("553", "554", "555"), (stryMutAct_9fa48$2("556") ? best.score + other.score : (stryCov_9fa48$2("556"), best.score - other.score)) < .05)))) return `its cells may be separated by ${shown(best.format.delimiter)} or by ${shown(other.format.delimiter)}`;
		const likely = candidates.find(stryMutAct_9fa48$2("558") ? () => void 0 : (stryCov_9fa48$2("558"), ({ start, records }) => stryMutAct_9fa48$2("561") ? start.title === "likely" || records.length > 4 || !isProse(records.slice(start.index)) : stryMutAct_9fa48$2("560") ? false : stryMutAct_9fa48$2("559") ? true : (stryCov_9fa48$2("559", "560", "561"), (stryMutAct_9fa48$2("563") ? start.title !== "likely" : stryMutAct_9fa48$2("562") ? true : (stryCov_9fa48$2("562", "563"), start.title === "likely")) && (stryMutAct_9fa48$2("566") ? records.length > 4 && !isProse(records.slice(start.index)) : stryMutAct_9fa48$2("565") ? true : (stryCov_9fa48$2("565", "566"), (stryMutAct_9fa48$2("569") ? records.length <= 4 : stryMutAct_9fa48$2("568") ? records.length >= 4 : stryMutAct_9fa48$2("567") ? false : (stryCov_9fa48$2("567", "568", "569"), records.length > 4)) || (stryMutAct_9fa48$2("570") ? isProse(records.slice(start.index)) : (stryCov_9fa48$2("570"), !isProse(stryMutAct_9fa48$2("571") ? records : (stryCov_9fa48$2("571"), records.slice(start.index))))))))));
		if (stryMutAct_9fa48$2("574") ? !isWide(best) && likely !== void 0 || likely.start.share === 1 : stryMutAct_9fa48$2("573") ? false : stryMutAct_9fa48$2("572") ? true : (stryCov_9fa48$2("572", "573", "574"), (stryMutAct_9fa48$2("576") ? !isWide(best) || likely !== void 0 : stryMutAct_9fa48$2("575") ? true : (stryCov_9fa48$2("575", "576"), (stryMutAct_9fa48$2("577") ? isWide(best) : (stryCov_9fa48$2("577"), !isWide(best))) && (stryMutAct_9fa48$2("579") ? likely === void 0 : stryMutAct_9fa48$2("578") ? true : (stryCov_9fa48$2("578", "579"), likely !== void 0)))) && (stryMutAct_9fa48$2("581") ? likely.start.share !== 1 : stryMutAct_9fa48$2("580") ? true : (stryCov_9fa48$2("580", "581"), likely.start.share === 1)))) return `the ${linesBefore(likely)} may be a title, or all of its lines may be one column`;
		const table = candidates.find(stryMutAct_9fa48$2("583") ? () => void 0 : (stryCov_9fa48$2("583"), (one) => stryMutAct_9fa48$2("586") ? !isWide(one) || isMostlyWide(one) : stryMutAct_9fa48$2("585") ? false : stryMutAct_9fa48$2("584") ? true : (stryCov_9fa48$2("584", "585", "586"), (stryMutAct_9fa48$2("587") ? isWide(one) : (stryCov_9fa48$2("587"), !isWide(one))) && isMostlyWide(one))));
		if (stryMutAct_9fa48$2("590") ? !isWide(best) && table !== void 0 || settings.skip === void 0 : stryMutAct_9fa48$2("589") ? false : stryMutAct_9fa48$2("588") ? true : (stryCov_9fa48$2("588", "589", "590"), (stryMutAct_9fa48$2("592") ? !isWide(best) || table !== void 0 : stryMutAct_9fa48$2("591") ? true : (stryCov_9fa48$2("591", "592"), (stryMutAct_9fa48$2("593") ? isWide(best) : (stryCov_9fa48$2("593"), !isWide(best))) && (stryMutAct_9fa48$2("595") ? table === void 0 : stryMutAct_9fa48$2("594") ? true : (stryCov_9fa48$2("594", "595"), table !== void 0)))) && (stryMutAct_9fa48$2("597") ? settings.skip !== void 0 : stryMutAct_9fa48$2("596") ? true : (stryCov_9fa48$2("596", "597"), settings.skip === void 0)))) return `its first line is not divided by ${shown(table.format.delimiter)}, but most others are`;
		return;
	}
}
/** Returns whether most records, though not the first one, have the same three cells or more. */
function isMostlyWide({ records }) {
	if (stryMutAct_9fa48$2("599")) {} else {
		stryCov_9fa48$2("599");
		const counts = /* @__PURE__ */ new Map();
		for (const { cells } of records) counts.set(cells.length, stryMutAct_9fa48$2("600") ? (counts.get(cells.length) ?? 0) - 1 : (stryCov_9fa48$2("600"), (stryMutAct_9fa48$2("601") ? counts.get(cells.length) && 0 : (stryCov_9fa48$2("601"), counts.get(cells.length) ?? 0)) + 1));
		const most = stryMutAct_9fa48$2("602") ? Math.min(0, ...[...counts].filter(([width]) => width > 2).map(([, count]) => count)) : (stryCov_9fa48$2("602"), Math.max(0, ...stryMutAct_9fa48$2("603") ? [...counts].map(([, count]) => count) : (stryCov_9fa48$2("603"), (stryMutAct_9fa48$2("604") ? [] : (stryCov_9fa48$2("604"), [...counts])).filter(stryMutAct_9fa48$2("605") ? () => void 0 : (stryCov_9fa48$2("605"), ([width]) => stryMutAct_9fa48$2("609") ? width <= 2 : stryMutAct_9fa48$2("608") ? width >= 2 : stryMutAct_9fa48$2("607") ? false : stryMutAct_9fa48$2("606") ? true : (stryCov_9fa48$2("606", "607", "608", "609"), width > 2))).map(stryMutAct_9fa48$2("610") ? () => void 0 : (stryCov_9fa48$2("610"), ([, count]) => count)))));
		return stryMutAct_9fa48$2("613") ? records.length > 3 && most * 5 >= records.length * 3 || !isProse(records) : stryMutAct_9fa48$2("612") ? false : stryMutAct_9fa48$2("611") ? true : (stryCov_9fa48$2("611", "612", "613"), (stryMutAct_9fa48$2("615") ? records.length > 3 || most * 5 >= records.length * 3 : stryMutAct_9fa48$2("614") ? true : (stryCov_9fa48$2("614", "615"), (stryMutAct_9fa48$2("618") ? records.length <= 3 : stryMutAct_9fa48$2("617") ? records.length >= 3 : stryMutAct_9fa48$2("616") ? true : (stryCov_9fa48$2("616", "617", "618"), records.length > 3)) && (stryMutAct_9fa48$2("621") ? most * 5 < records.length * 3 : stryMutAct_9fa48$2("620") ? most * 5 > records.length * 3 : stryMutAct_9fa48$2("619") ? true : (stryCov_9fa48$2("619", "620", "621"), (stryMutAct_9fa48$2("622") ? most / 5 : (stryCov_9fa48$2("622"), most * 5)) >= (stryMutAct_9fa48$2("623") ? records.length / 3 : (stryCov_9fa48$2("623"), records.length * 3)))))) && (stryMutAct_9fa48$2("624") ? isProse(records) : (stryCov_9fa48$2("624"), !isProse(records))));
	}
}
function linesBefore(candidate) {
	if (stryMutAct_9fa48$2("625")) {} else {
		stryCov_9fa48$2("625");
		const { line } = recordAt(candidate);
		return (stryMutAct_9fa48$2("628") ? line !== 1 : stryMutAct_9fa48$2("627") ? false : stryMutAct_9fa48$2("626") ? true : (stryCov_9fa48$2("626", "627", "628"), line === 1)) ? "first line" : `first ${line} lines`;
	}
}
function recordAt({ records, start }) {
	if (stryMutAct_9fa48$2("631")) {} else {
		stryCov_9fa48$2("631");
		return stryMutAct_9fa48$2("632") ? records[start.index] && {
			cells: [],
			quoted: [],
			line: 0,
			oddQuotes: 0
		} : (stryCov_9fa48$2("632"), records[start.index] ?? (stryMutAct_9fa48$2("633") ? {} : (stryCov_9fa48$2("633"), {
			cells: stryMutAct_9fa48$2("634") ? ["Stryker was here"] : (stryCov_9fa48$2("634"), []),
			quoted: stryMutAct_9fa48$2("635") ? ["Stryker was here"] : (stryCov_9fa48$2("635"), []),
			line: 0,
			oddQuotes: 0
		})));
	}
}
/** Returns a delimiter as it is shown to people. */
function shown(delimiter) {
	if (stryMutAct_9fa48$2("636")) {} else {
		stryCov_9fa48$2("636");
		return (stryMutAct_9fa48$2("639") ? delimiter !== "	" : stryMutAct_9fa48$2("638") ? false : stryMutAct_9fa48$2("637") ? true : (stryCov_9fa48$2("637", "638", "639"), delimiter === "	")) ? "tabs" : `"${delimiter}"`;
	}
}
// connectors/files/src/csv/detect-format.test.ts
function find(text, { settings = {}, isTsv = false, isAll = true } = {}) {
	const { format, hasHeader, skippedLines, first, doubt, isSkippedByRecords } = detectFormat({
		text,
		isAll,
		isTsv,
		settings
	});
	return {
		...format,
		header: hasHeader,
		skipped: skippedLines,
		first,
		doubt,
		isSkippedByRecords
	};
}
const rows = (count, line) => Array.from({ length: count }, (_, index) => `${line(index)}\n`).join("");
describe("detectFormat() finds the delimiter", () => {
	test.each([
		",",
		";",
		"	",
		"|"
	])("%j, in files of one to twelve columns and rows", (delimiter) => {
		for (const width of [
			2,
			3,
			12
		]) for (const count of [
			1,
			2,
			12
		]) {
			const line = (cell) => `${Array.from({ length: width }, (_, column) => cell(column)).join(delimiter)}\n`;
			const text = line((column) => `name${column}`) + rows(count, (row) => line((column) => `${row * column}`).trim());
			expect(find(text), text).toMatchObject({
				delimiter,
				quote: "\"",
				header: true,
				skipped: 0,
				doubt: void 0
			});
		}
	});
	test.each([
		[
			"decimal commas",
			";",
			`name;price\n${rows(5, (index) => `a${index};1${index},50`)}`
		],
		[
			"sentences in the cells of tabs",
			"	",
			`id\ttext\n${rows(5, (index) => `${index}\tone, two, three`)}`
		],
		[
			"lists in the cells of commas",
			",",
			`id,tags\n${rows(5, (index) => `${index},a;b;c`)}`
		],
		[
			"pipes in the cells of commas",
			",",
			`id,tags\n${rows(5, (index) => `${index},a|b`)}`
		],
		[
			"delimiters within quotes",
			";",
			`id;text\n${rows(5, (index) => `${index};"a,b,c,d"`)}`
		],
		[
			"line ends within quotes",
			",",
			`id,text\n${rows(5, (index) => `${index},"a\nb;c"`)}`
		],
		[
			"a last line with more cells",
			";",
			`id;text\n${rows(40, (index) => `${index};x`)}total;1;2;3\n`
		],
		[
			"decimal commas in every cell",
			";",
			`width, cm;height, cm\n${rows(5, (index) => `${index},5;2,5`)}`
		],
		[
			"lists of any length before it",
			";",
			"a,b,c,d;e\np,q,r;x\np,q,r,s,t;x\np,q;x\np,q,r,s;x\np,q,r,s,t,u;x\n"
		],
		[
			"a row or two that are cut",
			",",
			"id,name\n7\n8\n"
		],
		[
			"rows of which most are divided",
			",",
			"a,b\nc\nd,e\nf\ng,h\ni,j\n"
		]
	])("beside %s", (_name, delimiter, text) => {
		expect(find(text)).toMatchObject({
			delimiter,
			skipped: 0,
			doubt: void 0
		});
	});
	test("that a setting, the first line or the name of the file states", () => {
		const text = "a;b,c\n1;2,3\n4;5,6\n";
		expect(find(text, { settings: { delimiter: "," } })).toMatchObject({
			delimiter: ",",
			first: ["a;b", "c"]
		});
		expect(find(text, { settings: { delimiter: ";" } })).toMatchObject({
			delimiter: ";",
			first: ["a", "b,c"]
		});
		for (const line of [
			"sep=^\n",
			"\"sep=^\"\r\n",
			"SEP=^\r"
		]) expect(find(`${line}a^b\n1^2\n`)).toMatchObject({
			delimiter: "^",
			first: ["a", "b"],
			skipped: 1
		});
		expect(find("x sep=^\na,b\n1,2\n").delimiter).not.toBe("^");
		expect(find("a	b,c\n1	2,3\n", { isTsv: true })).toMatchObject({
			delimiter: "	",
			first: ["a", "b,c"]
		});
		expect(find("a,b\n1,2\n", { isTsv: true })).toMatchObject({ delimiter: "," });
	});
	test("of no file with one column", () => {
		for (const text of [
			"name\nAda\nBob\n",
			"n\n1\n2\n",
			"text\nHello, world.\nWell, yes, no.\nNothing here.\n"
		]) expect(find(text), text).toMatchObject({
			delimiter: "",
			skipped: 0
		});
		expect(find("price\n1,5\n2,5\n3,5\n")).toMatchObject({
			delimiter: "",
			first: ["price"]
		});
		for (const text of [
			"Hello, world\nfoo\n",
			"a,b\nc\nd\ne\n",
			"a,b\nc\nd,e\nf\ng,h\n"
		]) expect(find(text), text).toMatchObject({
			delimiter: "",
			skipped: 0
		});
		expect(find("Report of May\nname\nAda\nBob\n", { settings: { skip: 1 } })).toMatchObject({
			delimiter: "",
			skipped: 1,
			first: ["name"]
		});
		expect(find("")).toMatchObject({ first: [] });
	});
	test("of no file whose settings leave none", () => {
		const settings = {
			delimiter: "'",
			quote: "'"
		};
		expect(() => find("a'b\n", { settings })).toThrow("expected a format, got none");
	});
});
describe("detectFormat() finds the quotes", () => {
	const apostrophes = `'id','text'\n${rows(4, (index) => `'${index}','a,b'`)}`;
	test.each([
		[
			"usual ones",
			"\"",
			"\"",
			`id,text\n${rows(4, (index) => `${index},"a ""b"", c"`)}`
		],
		[
			"a backslash before them",
			"\"",
			"\\",
			`id,text\n${rows(4, (index) => `${index},"a \\"b\\", c"`)}`
		],
		[
			"apostrophes around every cell",
			"'",
			"'",
			apostrophes
		],
		[
			"apostrophes in words",
			"\"",
			"\"",
			`id,text\n${rows(4, (index) => `${index},it's 'so'`)}`
		],
		[
			"an apostrophe before a word",
			"\"",
			"\"",
			`id,text\n${rows(4, (index) => `${index},'tis`)}`
		],
		[
			"an apostrophe that is the first character",
			"'",
			"'",
			"'a,b',c\n1,2\n3,4\n5,6\n"
		],
		[
			"apostrophes without which a row is longer",
			"'",
			"'",
			"id,text\n1,'a,b'\n2,c\n3,d\n4,e\n5,f\n"
		],
		[
			"apostrophes within words too",
			"\"",
			"\"",
			"id,text\n1,'a,b'\n2,'c'd\n3,d\n4,e\n5,f\n"
		],
		[
			"apostrophes around some cells",
			"\"",
			"\"",
			`id,text\n${rows(4, (index) => `${index},'a'`)}`
		],
		[
			"quotes that mean inches",
			"",
			"",
			`id,size\n${rows(6, (index) => `${index},"${index} 3/4" pipe`)}`
		]
	])("%s", (_name, quote, escape, text) => {
		expect(find(text)).toMatchObject({
			delimiter: ",",
			quote,
			escape
		});
	});
	test("of a single column", () => {
		expect(find("'name'\n'Ada'\n'Bob'\n")).toMatchObject({
			delimiter: "",
			quote: "'",
			first: ["name"]
		});
		expect(find("'name'\nAda\nit's\n")).toMatchObject({
			delimiter: "",
			quote: "\"",
			first: ["'name'"]
		});
	});
	test("that the settings state, whatever the text has", () => {
		expect(find(apostrophes, { settings: { quote: "\"" } }).quote).toBe("\"");
		expect(find("id,text\n1,\"a\"\n", { settings: { quote: "'" } })).toMatchObject({
			quote: "'",
			escape: "'"
		});
		expect(find("id,text\n1,\"a\"\n", { settings: { escape: "\\" } })).toMatchObject({
			quote: "\"",
			escape: "\\"
		});
		expect(find("id,text\n1,\"a\"\n", { settings: { quote: "" } })).toMatchObject({ quote: "" });
	});
});
describe("detectFormat() finds where the table begins", () => {
	const table = `id,name,city\n${rows(6, (index) => `${index},a${index},Bonn`)}`;
	test.each([
		[
			"at once",
			table,
			0
		],
		[
			"after empty lines",
			`\n\n${table}`,
			2
		],
		[
			"after a title",
			`Report\n${table}`,
			1
		],
		[
			"after a title that is padded",
			`Report,,\n${table}`,
			1
		],
		[
			"after a title and an empty line",
			`Report of May\n\n${table}`,
			2
		],
		[
			"after comments",
			`# made by a program\n# in May\n${table}`,
			2
		],
		[
			"after twenty lines",
			`${rows(20, (index) => `# ${index}`)}${table}`,
			20
		]
	])("%s", (_name, text, skipped) => {
		expect(find(text)).toMatchObject({
			delimiter: ",",
			skipped,
			first: [
				"id",
				"name",
				"city"
			],
			header: true
		});
	});
	test("that the settings state", () => {
		expect(find(`a,b\n${table}`, { settings: { skip: 1 } })).toMatchObject({
			skipped: 1,
			first: [
				"id",
				"name",
				"city"
			]
		});
		expect(find(table, { settings: { skip: 0 } })).toMatchObject({ skipped: 0 });
		expect(find(table, { settings: {
			skip: 1,
			header: false
		} })).toMatchObject({
			skipped: 1,
			header: false,
			first: [
				"0",
				"a0",
				"Bonn"
			]
		});
	});
	test("and whether a skipped line end is in quotes", () => {
		expect(find(`"a title\nof two lines",,\n${table}`)).toMatchObject({
			skipped: 2,
			isSkippedByRecords: true
		});
		expect(find(`by me,,\n"a title\nof two lines",,\n${table}`)).toMatchObject({
			skipped: 3,
			isSkippedByRecords: true
		});
		expect(find(`a title,,\n${table}`)).toMatchObject({
			skipped: 1,
			isSkippedByRecords: false
		});
	});
});
describe("detectFormat() says what it cannot know", () => {
	const people = "Doe,Jane\nRoe,Ann\nPoe,Ed\nLee,Al\n";
	const ragged = "notes\na,b,c\nd,e,f\ng\nh,i,j\n";
	test.each([
		[
			"two delimiters that divide all alike",
			`a;b,c\n${rows(5, () => "x;y,z")}`,
			"its cells may be separated by \",\" or by \";\""
		],
		[
			"a first line that is not divided",
			`people\n${people}`,
			"the first line may be a title, or all of its lines may be one column"
		],
		[
			"two of them",
			`open\nlist\n${people}`,
			"the first 2 lines may be a title, or all of its lines may be one column"
		],
		[
			"sentences with a comma",
			"Text\nHello, you\nWell, yes\nOh, no\nAh, so\n",
			"the first line may be a title, or all of its lines may be one column"
		],
		[
			"lines of several widths",
			ragged,
			"its first line is not divided by \",\", but most others are"
		],
		[
			"lines of several widths, divided by tabs",
			ragged.replaceAll(",", "	"),
			"its first line is not divided by tabs, but most others are"
		]
	])("%s", (_name, text, doubt) => {
		expect(find(text).doubt).toBe(doubt);
	});
	test.each([
		["two sentences", "Note\nHello, you\nWell, yes\n"],
		["sentences of three parts", ragged.replaceAll(",", ", ")],
		["lines of which few are divided", `${ragged}k\nl\nm\n`],
		["lines of two cells and one", "notes\na,b\nc,d\ng\nh,i\n"],
		["a title above numbers", `Report\nid,n\n${rows(4, (index) => `${index},${index}`)}`]
	])("but has no doubt about %s", (_name, text) => {
		expect(find(text).doubt).toBeUndefined();
	});
	test("but has no doubt where the settings decide", () => {
		expect(find(`a;b,c\n${rows(5, () => "x;y,z")}`, { settings: { delimiter: ";" } }).doubt).toBeUndefined();
		for (const text of [`people\n${people}`, ragged]) expect(find(text, { settings: { skip: 0 } }), text).toMatchObject({
			doubt: void 0,
			delimiter: ""
		});
	});
});
test("detectFormat() leaves out a record that the sample cuts", () => {
	const text = `a,b\n${rows(3, (index) => `${index},x`)}9,"cut; cut; cut`;
	expect(find(text, { isAll: false })).toMatchObject({
		delimiter: ",",
		first: ["a", "b"],
		header: true
	});
});
test.each([
	["id,name\n1,a\n2,b\n", true],
	["1,a\n2,b\n3,c\n", false],
	["1,2\n3,4\n", false],
	["2026-01-01,5\n2026-01-02,6\n", false],
	["day,count\n2026-01-01,5\n", true]
])("detectFormat() of %j sees whether there is a header", (text, header) => {
	expect(find(text)).toMatchObject({
		header,
		delimiter: ",",
		skipped: 0
	});
});
// connectors/files/src/csv/record-counter.ts
function stryNS_9fa48$1() {
	var g = typeof globalThis === "object" && globalThis && globalThis.Math === Math && globalThis || new Function("return this")();
	var ns = g.__stryker__ || (g.__stryker__ = {});
	if (ns.activeMutant === void 0 && g.process && g.process.env && g.process.env.__STRYKER_ACTIVE_MUTANT__) ns.activeMutant = g.process.env.__STRYKER_ACTIVE_MUTANT__;
	function retrieveNS() {
		return ns;
	}
	stryNS_9fa48$1 = retrieveNS;
	return retrieveNS();
}
stryNS_9fa48$1();
function stryCov_9fa48$1() {
	var ns = stryNS_9fa48$1();
	var cov = ns.mutantCoverage || (ns.mutantCoverage = {
		static: {},
		perTest: {}
	});
	function cover() {
		var c = cov.static;
		if (ns.currentTestId) c = cov.perTest[ns.currentTestId] = cov.perTest[ns.currentTestId] || {};
		var a = arguments;
		for (var i = 0; i < a.length; i++) c[a[i]] = (c[a[i]] || 0) + 1;
	}
	stryCov_9fa48$1 = cover;
	cover.apply(null, arguments);
}
function stryMutAct_9fa48$1(id) {
	var ns = stryNS_9fa48$1();
	function isActive(id) {
		if (ns.activeMutant === id) {
			if (ns.hitCount !== void 0 && ++ns.hitCount > ns.hitLimit) throw new Error("Stryker: Hit count limit reached (" + ns.hitCount + ")");
			return true;
		}
		return false;
	}
	stryMutAct_9fa48$1 = isActive;
	return isActive(id);
}
const plain = 0;
const delimiterByte = 1;
const quoteByte = 2;
const escapeByte = 3;
const lineFeed = 4;
const carriageReturn = 5;
const nul = 6;
/** The states between two bytes. */
const states = {
	cellStart: 0,
	inCell: 1,
	inQuotes: 2,
	afterQuote: 3,
	afterEscape: 4
};
/**
* Counts the records and cells of a CSV file from its bytes. It shares nothing with the readers, so that it shows whether
* one of them has lost, added or divided a record.
*/
var RecordCounter = class {
	#kinds = /* @__PURE__ */ new Uint8Array(256);
	#widths = /* @__PURE__ */ new Map();
	#lineEnds = /* @__PURE__ */ new Set();
	#state = states.cellStart;
	#cells = 1;
	#isEmpty = stryMutAct_9fa48$1("1058") ? false : (stryCov_9fa48$1("1058"), true);
	#afterReturn = stryMutAct_9fa48$1("1059") ? true : (stryCov_9fa48$1("1059"), false);
	#records = 0;
	#emptyLines = 0;
	#oddQuotes = 0;
	#quotedCells = 0;
	#isOdd = stryMutAct_9fa48$1("1060") ? true : (stryCov_9fa48$1("1060"), false);
	#oddEscapes = 0;
	#longest = 0;
	#hasNul = stryMutAct_9fa48$1("1061") ? true : (stryCov_9fa48$1("1061"), false);
	#position = 0;
	#recordStart = 0;
	#lastWidth = 0;
	#line = 1;
	#openedAt = 1;
	#linesToSkip;
	/** Whether two quotes within quotes stand for one. */
	#isDoubled;
	/**
	* @param format - The format; its characters are of ASCII
	* @param skippedLines - Number of lines before the first record
	*/
	constructor({ delimiter, quote, escape }, skippedLines) {
		if (stryMutAct_9fa48$1("1062")) {} else {
			stryCov_9fa48$1("1062");
			this.#linesToSkip = skippedLines;
			this.#isDoubled = stryMutAct_9fa48$1("1065") ? escape !== quote : stryMutAct_9fa48$1("1064") ? false : stryMutAct_9fa48$1("1063") ? true : (stryCov_9fa48$1("1063", "1064", "1065"), escape === quote);
			this.#kinds[0] = nul;
			this.#kinds[10] = lineFeed;
			this.#kinds[13] = carriageReturn;
			if (stryMutAct_9fa48$1("1068") ? escape === "" : stryMutAct_9fa48$1("1067") ? false : stryMutAct_9fa48$1("1066") ? true : (stryCov_9fa48$1("1066", "1067", "1068"), escape !== "")) this.#kinds[escape.charCodeAt(0)] = escapeByte;
			if (stryMutAct_9fa48$1("1072") ? quote === "" : stryMutAct_9fa48$1("1071") ? false : stryMutAct_9fa48$1("1070") ? true : (stryCov_9fa48$1("1070", "1071", "1072"), quote !== "")) this.#kinds[quote.charCodeAt(0)] = quoteByte;
			this.#kinds[delimiter.charCodeAt(0)] = delimiterByte;
		}
	}
	/**
	* Counts the records of the next bytes.
	*
	* @param bytes - The bytes after those of the last call
	*/
	add(bytes) {
		if (stryMutAct_9fa48$1("1074")) {} else {
			stryCov_9fa48$1("1074");
			let at = (stryMutAct_9fa48$1("1077") ? this.#position === 0 && bytes[0] === 239 && bytes[1] === 187 || bytes[2] === 191 : stryMutAct_9fa48$1("1076") ? false : stryMutAct_9fa48$1("1075") ? true : (stryCov_9fa48$1("1075", "1076", "1077"), (stryMutAct_9fa48$1("1079") ? this.#position === 0 && bytes[0] === 239 || bytes[1] === 187 : stryMutAct_9fa48$1("1078") ? true : (stryCov_9fa48$1("1078", "1079"), (stryMutAct_9fa48$1("1081") ? this.#position === 0 || bytes[0] === 239 : stryMutAct_9fa48$1("1080") ? true : (stryCov_9fa48$1("1080", "1081"), (stryMutAct_9fa48$1("1083") ? this.#position !== 0 : stryMutAct_9fa48$1("1082") ? true : (stryCov_9fa48$1("1082", "1083"), this.#position === 0)) && (stryMutAct_9fa48$1("1085") ? bytes[0] !== 239 : stryMutAct_9fa48$1("1084") ? true : (stryCov_9fa48$1("1084", "1085"), bytes[0] === 239)))) && (stryMutAct_9fa48$1("1087") ? bytes[1] !== 187 : stryMutAct_9fa48$1("1086") ? true : (stryCov_9fa48$1("1086", "1087"), bytes[1] === 187)))) && (stryMutAct_9fa48$1("1089") ? bytes[2] !== 191 : stryMutAct_9fa48$1("1088") ? true : (stryCov_9fa48$1("1088", "1089"), bytes[2] === 191)))) ? 3 : 0;
			if (stryMutAct_9fa48$1("1093") ? at <= 0 : stryMutAct_9fa48$1("1092") ? at >= 0 : stryMutAct_9fa48$1("1091") ? false : stryMutAct_9fa48$1("1090") ? true : (stryCov_9fa48$1("1090", "1091", "1092", "1093"), at > 0)) this.#recordStart = 3;
			at = this.#skipLines(bytes, at);
			const kinds = this.#kinds;
			for (; stryMutAct_9fa48$1("1096") ? at >= bytes.length : stryMutAct_9fa48$1("1095") ? at <= bytes.length : stryMutAct_9fa48$1("1094") ? false : (stryCov_9fa48$1("1094", "1095", "1096"), at < bytes.length); stryMutAct_9fa48$1("1097") ? at-- : (stryCov_9fa48$1("1097"), at++)) if (stryMutAct_9fa48$1("1098")) {} else {
				stryCov_9fa48$1("1098");
				const kind = stryMutAct_9fa48$1("1099") ? kinds[bytes[at] ?? 0] && plain : (stryCov_9fa48$1("1099"), kinds[stryMutAct_9fa48$1("1100") ? bytes[at] && 0 : (stryCov_9fa48$1("1100"), bytes[at] ?? 0)] ?? plain);
				if (stryMutAct_9fa48$1("1103") ? kind !== plain : stryMutAct_9fa48$1("1102") ? false : stryMutAct_9fa48$1("1101") ? true : (stryCov_9fa48$1("1101", "1102", "1103"), kind === plain)) {
					if (stryMutAct_9fa48$1("1104")) {} else {
						stryCov_9fa48$1("1104");
						if (stryMutAct_9fa48$1("1107") ? this.#state === states.inCell && this.#state === states.inQuotes : stryMutAct_9fa48$1("1106") ? false : stryMutAct_9fa48$1("1105") ? true : (stryCov_9fa48$1("1105", "1106", "1107"), (stryMutAct_9fa48$1("1109") ? this.#state !== states.inCell : stryMutAct_9fa48$1("1108") ? false : (stryCov_9fa48$1("1108", "1109"), this.#state === states.inCell)) || (stryMutAct_9fa48$1("1111") ? this.#state !== states.inQuotes : stryMutAct_9fa48$1("1110") ? false : (stryCov_9fa48$1("1110", "1111"), this.#state === states.inQuotes)))) continue;
						this.#plainByte();
					}
				} else this.#byte(kind, at);
			}
			stryMutAct_9fa48$1("1112") ? this.#position -= bytes.length : (stryCov_9fa48$1("1112"), this.#position += bytes.length);
		}
	}
	/** Skips the lines before the first record. Returns the position after them. */
	#skipLines(bytes, start) {
		if (stryMutAct_9fa48$1("1113")) {} else {
			stryCov_9fa48$1("1113");
			let at = start;
			for (; stryMutAct_9fa48$1("1115") ? this.#linesToSkip > 0 || at < bytes.length : stryMutAct_9fa48$1("1114") ? false : (stryCov_9fa48$1("1114", "1115"), (stryMutAct_9fa48$1("1118") ? this.#linesToSkip <= 0 : stryMutAct_9fa48$1("1117") ? this.#linesToSkip >= 0 : stryMutAct_9fa48$1("1116") ? true : (stryCov_9fa48$1("1116", "1117", "1118"), this.#linesToSkip > 0)) && (stryMutAct_9fa48$1("1121") ? at >= bytes.length : stryMutAct_9fa48$1("1120") ? at <= bytes.length : stryMutAct_9fa48$1("1119") ? true : (stryCov_9fa48$1("1119", "1120", "1121"), at < bytes.length))); stryMutAct_9fa48$1("1122") ? at-- : (stryCov_9fa48$1("1122"), at++)) if (stryMutAct_9fa48$1("1123")) {} else {
				stryCov_9fa48$1("1123");
				const isReturn = stryMutAct_9fa48$1("1126") ? bytes[at] !== 13 : stryMutAct_9fa48$1("1125") ? false : stryMutAct_9fa48$1("1124") ? true : (stryCov_9fa48$1("1124", "1125", "1126"), bytes[at] === 13);
				if (stryMutAct_9fa48$1("1129") ? !isReturn || bytes[at] !== 10 : stryMutAct_9fa48$1("1128") ? false : stryMutAct_9fa48$1("1127") ? true : (stryCov_9fa48$1("1127", "1128", "1129"), (stryMutAct_9fa48$1("1130") ? isReturn : (stryCov_9fa48$1("1130"), !isReturn)) && (stryMutAct_9fa48$1("1132") ? bytes[at] === 10 : stryMutAct_9fa48$1("1131") ? true : (stryCov_9fa48$1("1131", "1132"), bytes[at] !== 10)))) continue;
				if (stryMutAct_9fa48$1("1135") ? !isReturn || this.#afterReturn : stryMutAct_9fa48$1("1134") ? false : stryMutAct_9fa48$1("1133") ? true : (stryCov_9fa48$1("1133", "1134", "1135"), (stryMutAct_9fa48$1("1136") ? isReturn : (stryCov_9fa48$1("1136"), !isReturn)) && this.#afterReturn)) {
					if (stryMutAct_9fa48$1("1137")) {} else {
						stryCov_9fa48$1("1137");
						this.#afterReturn = stryMutAct_9fa48$1("1138") ? true : (stryCov_9fa48$1("1138"), false);
						continue;
					}
				}
				this.#afterReturn = isReturn;
				stryMutAct_9fa48$1("1139") ? this.#line-- : (stryCov_9fa48$1("1139"), this.#line++);
				if (stryMutAct_9fa48$1("1142") ? --this.#linesToSkip !== 0 : stryMutAct_9fa48$1("1141") ? false : stryMutAct_9fa48$1("1140") ? true : (stryCov_9fa48$1("1140", "1141", "1142"), (stryMutAct_9fa48$1("1143") ? ++this.#linesToSkip : (stryCov_9fa48$1("1143"), --this.#linesToSkip)) === 0)) this.#recordStart = stryMutAct_9fa48$1("1144") ? this.#position + at - 1 : (stryCov_9fa48$1("1144"), (stryMutAct_9fa48$1("1145") ? this.#position - at : (stryCov_9fa48$1("1145"), this.#position + at)) + 1);
			}
			return at;
		}
	}
	#plainByte() {
		if (stryMutAct_9fa48$1("1146")) {} else {
			stryCov_9fa48$1("1146");
			this.#noteReturn();
			this.#isEmpty = stryMutAct_9fa48$1("1147") ? true : (stryCov_9fa48$1("1147"), false);
			if (stryMutAct_9fa48$1("1150") ? this.#state !== states.afterQuote : stryMutAct_9fa48$1("1149") ? false : stryMutAct_9fa48$1("1148") ? true : (stryCov_9fa48$1("1148", "1149", "1150"), this.#state === states.afterQuote)) this.#noteOddQuote();
			if (stryMutAct_9fa48$1("1153") ? this.#state !== states.afterEscape : stryMutAct_9fa48$1("1152") ? false : stryMutAct_9fa48$1("1151") ? true : (stryCov_9fa48$1("1151", "1152", "1153"), this.#state === states.afterEscape)) {
				if (stryMutAct_9fa48$1("1154")) {} else {
					stryCov_9fa48$1("1154");
					stryMutAct_9fa48$1("1155") ? this.#oddEscapes-- : (stryCov_9fa48$1("1155"), this.#oddEscapes++);
					this.#state = states.inQuotes;
				}
			} else this.#state = states.inCell;
		}
	}
	#byte(kind, at) {
		if (stryMutAct_9fa48$1("1156")) {} else {
			stryCov_9fa48$1("1156");
			const state = this.#state;
			if (stryMutAct_9fa48$1("1159") ? kind !== nul : stryMutAct_9fa48$1("1158") ? false : stryMutAct_9fa48$1("1157") ? true : (stryCov_9fa48$1("1157", "1158", "1159"), kind === nul)) {
				if (stryMutAct_9fa48$1("1160")) {} else {
					stryCov_9fa48$1("1160");
					this.#hasNul = stryMutAct_9fa48$1("1161") ? false : (stryCov_9fa48$1("1161"), true);
					this.#plainByteInside();
				}
			} else if (stryMutAct_9fa48$1("1164") ? state === states.inQuotes && state === states.afterEscape : stryMutAct_9fa48$1("1163") ? false : stryMutAct_9fa48$1("1162") ? true : (stryCov_9fa48$1("1162", "1163", "1164"), (stryMutAct_9fa48$1("1166") ? state !== states.inQuotes : stryMutAct_9fa48$1("1165") ? false : (stryCov_9fa48$1("1165", "1166"), state === states.inQuotes)) || (stryMutAct_9fa48$1("1168") ? state !== states.afterEscape : stryMutAct_9fa48$1("1167") ? false : (stryCov_9fa48$1("1167", "1168"), state === states.afterEscape)))) this.#quotedByte(kind);
			else if (stryMutAct_9fa48$1("1171") ? kind === lineFeed && kind === carriageReturn : stryMutAct_9fa48$1("1170") ? false : stryMutAct_9fa48$1("1169") ? true : (stryCov_9fa48$1("1169", "1170", "1171"), (stryMutAct_9fa48$1("1173") ? kind !== lineFeed : stryMutAct_9fa48$1("1172") ? false : (stryCov_9fa48$1("1172", "1173"), kind === lineFeed)) || (stryMutAct_9fa48$1("1175") ? kind !== carriageReturn : stryMutAct_9fa48$1("1174") ? false : (stryCov_9fa48$1("1174", "1175"), kind === carriageReturn)))) this.#endLine(kind, at);
			else if (stryMutAct_9fa48$1("1178") ? kind !== delimiterByte : stryMutAct_9fa48$1("1177") ? false : stryMutAct_9fa48$1("1176") ? true : (stryCov_9fa48$1("1176", "1177", "1178"), kind === delimiterByte)) {
				if (stryMutAct_9fa48$1("1179")) {} else {
					stryCov_9fa48$1("1179");
					this.#endCell();
					stryMutAct_9fa48$1("1180") ? this.#cells-- : (stryCov_9fa48$1("1180"), this.#cells++);
					this.#isEmpty = stryMutAct_9fa48$1("1181") ? true : (stryCov_9fa48$1("1181"), false);
					this.#noteReturn();
				}
			} else if (stryMutAct_9fa48$1("1184") ? kind !== quoteByte : stryMutAct_9fa48$1("1183") ? false : stryMutAct_9fa48$1("1182") ? true : (stryCov_9fa48$1("1182", "1183", "1184"), kind === quoteByte)) this.#openOrClose();
			else this.#plainByteInside();
		}
	}
	/** Counts a byte that has no meaning where it is. */
	#plainByteInside() {
		if (stryMutAct_9fa48$1("1185")) {} else {
			stryCov_9fa48$1("1185");
			if (stryMutAct_9fa48$1("1188") ? this.#state === states.inCell && this.#state === states.inQuotes : stryMutAct_9fa48$1("1187") ? false : stryMutAct_9fa48$1("1186") ? true : (stryCov_9fa48$1("1186", "1187", "1188"), (stryMutAct_9fa48$1("1190") ? this.#state !== states.inCell : stryMutAct_9fa48$1("1189") ? false : (stryCov_9fa48$1("1189", "1190"), this.#state === states.inCell)) || (stryMutAct_9fa48$1("1192") ? this.#state !== states.inQuotes : stryMutAct_9fa48$1("1191") ? false : (stryCov_9fa48$1("1191", "1192"), this.#state === states.inQuotes)))) return;
			this.#plainByte();
		}
	}
	#quotedByte(kind) {
		if (stryMutAct_9fa48$1("1193")) {} else {
			stryCov_9fa48$1("1193");
			if (stryMutAct_9fa48$1("1196") ? this.#state !== states.afterEscape : stryMutAct_9fa48$1("1195") ? false : stryMutAct_9fa48$1("1194") ? true : (stryCov_9fa48$1("1194", "1195", "1196"), this.#state === states.afterEscape)) {
				if (stryMutAct_9fa48$1("1197")) {} else {
					stryCov_9fa48$1("1197");
					if (stryMutAct_9fa48$1("1200") ? kind !== quoteByte || kind !== escapeByte : stryMutAct_9fa48$1("1199") ? false : stryMutAct_9fa48$1("1198") ? true : (stryCov_9fa48$1("1198", "1199", "1200"), (stryMutAct_9fa48$1("1202") ? kind === quoteByte : stryMutAct_9fa48$1("1201") ? true : (stryCov_9fa48$1("1201", "1202"), kind !== quoteByte)) && (stryMutAct_9fa48$1("1204") ? kind === escapeByte : stryMutAct_9fa48$1("1203") ? true : (stryCov_9fa48$1("1203", "1204"), kind !== escapeByte)))) stryMutAct_9fa48$1("1205") ? this.#oddEscapes-- : (stryCov_9fa48$1("1205"), this.#oddEscapes++);
					this.#state = states.inQuotes;
				}
			} else if (stryMutAct_9fa48$1("1208") ? kind !== quoteByte : stryMutAct_9fa48$1("1207") ? false : stryMutAct_9fa48$1("1206") ? true : (stryCov_9fa48$1("1206", "1207", "1208"), kind === quoteByte)) this.#state = states.afterQuote;
			else if (stryMutAct_9fa48$1("1211") ? kind !== escapeByte : stryMutAct_9fa48$1("1210") ? false : stryMutAct_9fa48$1("1209") ? true : (stryCov_9fa48$1("1209", "1210", "1211"), kind === escapeByte)) this.#state = states.afterEscape;
			if (stryMutAct_9fa48$1("1214") ? kind !== lineFeed : stryMutAct_9fa48$1("1213") ? false : stryMutAct_9fa48$1("1212") ? true : (stryCov_9fa48$1("1212", "1213", "1214"), kind === lineFeed)) stryMutAct_9fa48$1("1215") ? this.#line-- : (stryCov_9fa48$1("1215"), this.#line++);
		}
	}
	#openOrClose() {
		if (stryMutAct_9fa48$1("1216")) {} else {
			stryCov_9fa48$1("1216");
			this.#noteReturn();
			this.#isEmpty = stryMutAct_9fa48$1("1217") ? true : (stryCov_9fa48$1("1217"), false);
			if (stryMutAct_9fa48$1("1220") ? this.#state !== states.cellStart : stryMutAct_9fa48$1("1219") ? false : stryMutAct_9fa48$1("1218") ? true : (stryCov_9fa48$1("1218", "1219", "1220"), this.#state === states.cellStart)) {
				if (stryMutAct_9fa48$1("1221")) {} else {
					stryCov_9fa48$1("1221");
					this.#state = states.inQuotes;
					this.#openedAt = this.#line;
				}
			} else if (stryMutAct_9fa48$1("1224") ? this.#state === states.afterQuote || this.#isDoubled : stryMutAct_9fa48$1("1223") ? false : stryMutAct_9fa48$1("1222") ? true : (stryCov_9fa48$1("1222", "1223", "1224"), (stryMutAct_9fa48$1("1226") ? this.#state !== states.afterQuote : stryMutAct_9fa48$1("1225") ? true : (stryCov_9fa48$1("1225", "1226"), this.#state === states.afterQuote)) && this.#isDoubled)) {
				if (stryMutAct_9fa48$1("1227")) {} else {
					stryCov_9fa48$1("1227");
					this.#state = states.inQuotes;
				}
			} else if (stryMutAct_9fa48$1("1228")) {} else {
				stryCov_9fa48$1("1228");
				this.#noteOddQuote();
				this.#state = states.inCell;
			}
		}
	}
	/** Counts a cell once, however many quotes it has. */
	#noteOddQuote() {
		if (stryMutAct_9fa48$1("1229")) {} else {
			stryCov_9fa48$1("1229");
			if (stryMutAct_9fa48$1("1232") ? false : stryMutAct_9fa48$1("1231") ? true : stryMutAct_9fa48$1("1230") ? this.#isOdd : (stryCov_9fa48$1("1230", "1231", "1232"), !this.#isOdd)) stryMutAct_9fa48$1("1233") ? this.#oddQuotes-- : (stryCov_9fa48$1("1233"), this.#oddQuotes++);
			this.#isOdd = stryMutAct_9fa48$1("1234") ? false : (stryCov_9fa48$1("1234"), true);
		}
	}
	#endCell() {
		if (stryMutAct_9fa48$1("1235")) {} else {
			stryCov_9fa48$1("1235");
			if (stryMutAct_9fa48$1("1238") ? this.#state !== states.afterQuote : stryMutAct_9fa48$1("1237") ? false : stryMutAct_9fa48$1("1236") ? true : (stryCov_9fa48$1("1236", "1237", "1238"), this.#state === states.afterQuote)) stryMutAct_9fa48$1("1239") ? this.#quotedCells-- : (stryCov_9fa48$1("1239"), this.#quotedCells++);
			this.#state = states.cellStart;
			this.#isOdd = stryMutAct_9fa48$1("1240") ? true : (stryCov_9fa48$1("1240"), false);
		}
	}
	#endLine(kind, at) {
		if (stryMutAct_9fa48$1("1241")) {} else {
			stryCov_9fa48$1("1241");
			if (stryMutAct_9fa48$1("1244") ? kind === lineFeed || this.#afterReturn : stryMutAct_9fa48$1("1243") ? false : stryMutAct_9fa48$1("1242") ? true : (stryCov_9fa48$1("1242", "1243", "1244"), (stryMutAct_9fa48$1("1246") ? kind !== lineFeed : stryMutAct_9fa48$1("1245") ? true : (stryCov_9fa48$1("1245", "1246"), kind === lineFeed)) && this.#afterReturn)) {
				if (stryMutAct_9fa48$1("1247")) {} else {
					stryCov_9fa48$1("1247");
					this.#afterReturn = stryMutAct_9fa48$1("1248") ? true : (stryCov_9fa48$1("1248"), false);
					this.#lineEnds.add("\r\n");
					stryMutAct_9fa48$1("1250") ? this.#recordStart-- : (stryCov_9fa48$1("1250"), this.#recordStart++);
					return;
				}
			}
			this.#noteReturn();
			if (stryMutAct_9fa48$1("1253") ? kind !== lineFeed : stryMutAct_9fa48$1("1252") ? false : stryMutAct_9fa48$1("1251") ? true : (stryCov_9fa48$1("1251", "1252", "1253"), kind === lineFeed)) this.#lineEnds.add("\n");
			this.#afterReturn = stryMutAct_9fa48$1("1257") ? kind !== carriageReturn : stryMutAct_9fa48$1("1256") ? false : stryMutAct_9fa48$1("1255") ? true : (stryCov_9fa48$1("1255", "1256", "1257"), kind === carriageReturn);
			stryMutAct_9fa48$1("1258") ? this.#line-- : (stryCov_9fa48$1("1258"), this.#line++);
			this.#endRecord(stryMutAct_9fa48$1("1259") ? this.#position + at - 1 : (stryCov_9fa48$1("1259"), (stryMutAct_9fa48$1("1260") ? this.#position - at : (stryCov_9fa48$1("1260"), this.#position + at)) + 1));
		}
	}
	/** Notes that a carriage return was a line end of its own, because no line feed followed. */
	#noteReturn() {
		if (stryMutAct_9fa48$1("1261")) {} else {
			stryCov_9fa48$1("1261");
			if (stryMutAct_9fa48$1("1263") ? false : stryMutAct_9fa48$1("1262") ? true : (stryCov_9fa48$1("1262", "1263"), this.#afterReturn)) this.#lineEnds.add("\r");
			this.#afterReturn = stryMutAct_9fa48$1("1265") ? true : (stryCov_9fa48$1("1265"), false);
		}
	}
	#endRecord(end) {
		if (stryMutAct_9fa48$1("1266")) {} else {
			stryCov_9fa48$1("1266");
			this.#endCell();
			if (stryMutAct_9fa48$1("1268") ? false : stryMutAct_9fa48$1("1267") ? true : (stryCov_9fa48$1("1267", "1268"), this.#isEmpty)) stryMutAct_9fa48$1("1269") ? this.#emptyLines-- : (stryCov_9fa48$1("1269"), this.#emptyLines++);
			else if (stryMutAct_9fa48$1("1270")) {} else {
				stryCov_9fa48$1("1270");
				stryMutAct_9fa48$1("1271") ? this.#records-- : (stryCov_9fa48$1("1271"), this.#records++);
				this.#lastWidth = this.#cells;
				this.#widths.set(this.#cells, stryMutAct_9fa48$1("1272") ? (this.#widths.get(this.#cells) ?? 0) - 1 : (stryCov_9fa48$1("1272"), (stryMutAct_9fa48$1("1273") ? this.#widths.get(this.#cells) && 0 : (stryCov_9fa48$1("1273"), this.#widths.get(this.#cells) ?? 0)) + 1));
			}
			this.#longest = stryMutAct_9fa48$1("1274") ? Math.min(this.#longest, end - this.#recordStart) : (stryCov_9fa48$1("1274"), Math.max(this.#longest, stryMutAct_9fa48$1("1275") ? end + this.#recordStart : (stryCov_9fa48$1("1275"), end - this.#recordStart)));
			this.#recordStart = end;
			this.#cells = 1;
			this.#isEmpty = stryMutAct_9fa48$1("1276") ? false : (stryCov_9fa48$1("1276"), true);
		}
	}
	/** @returns What was counted, after the last byte */
	finish() {
		if (stryMutAct_9fa48$1("1277")) {} else {
			stryCov_9fa48$1("1277");
			const isOpen = stryMutAct_9fa48$1("1280") ? this.#state === states.inQuotes && this.#state === states.afterEscape : stryMutAct_9fa48$1("1279") ? false : stryMutAct_9fa48$1("1278") ? true : (stryCov_9fa48$1("1278", "1279", "1280"), (stryMutAct_9fa48$1("1282") ? this.#state !== states.inQuotes : stryMutAct_9fa48$1("1281") ? false : (stryCov_9fa48$1("1281", "1282"), this.#state === states.inQuotes)) || (stryMutAct_9fa48$1("1284") ? this.#state !== states.afterEscape : stryMutAct_9fa48$1("1283") ? false : (stryCov_9fa48$1("1283", "1284"), this.#state === states.afterEscape)));
			const isUnended = stryMutAct_9fa48$1("1285") ? this.#isEmpty : (stryCov_9fa48$1("1285"), !this.#isEmpty);
			if (stryMutAct_9fa48$1("1288") ? isUnended || !isOpen : stryMutAct_9fa48$1("1287") ? false : stryMutAct_9fa48$1("1286") ? true : (stryCov_9fa48$1("1286", "1287", "1288"), isUnended && (stryMutAct_9fa48$1("1289") ? isOpen : (stryCov_9fa48$1("1289"), !isOpen)))) this.#endRecord(this.#position);
			this.#noteReturn();
			return stryMutAct_9fa48$1("1290") ? {} : (stryCov_9fa48$1("1290"), {
				records: this.#records,
				emptyLines: this.#emptyLines,
				widths: this.#widths,
				oddQuotes: this.#oddQuotes,
				quotedCells: this.#quotedCells,
				oddEscapes: this.#oddEscapes,
				lineEnds: this.#lineEnds,
				longest: this.#longest,
				hasNul: this.#hasNul,
				isUnended,
				lastWidth: this.#lastWidth,
				openLine: isOpen ? this.#openedAt : void 0
			});
		}
	}
};
// connectors/files/src/csv/dialects.test.ts
const tables = JSON.parse(execFileSync("python3", ["-c", `
import csv, io, json, random
random.seed(11)
pieces = ["a", "b c", "1", "-2.5", "", " ", "'", '"', ",", ";", "\\t", "|", "\\n", "\\r", "\\r\\n", "\\\\", "é", "😀", "sep=", "x" * 40]
tables = []
for number in range(400):
    delimiter = random.choice(",;\\t|")
    quote = random.choice(['"', "'"])
    ends = random.choice(["\\n", "\\r\\n", "\\r"])
    width = random.randint(1, 5)
    rows = [["".join(random.choices(pieces, k=random.randint(0, 3))) for _ in range(width)] for _ in range(random.randint(1, 12))]
    out = io.StringIO(newline="")
    quoting = random.choice([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])
    # A bare carriage return is a line end to readers, so it has to be in quotes in any case.
    if quoting == csv.QUOTE_MINIMAL and any("\\r" in cell or "\\n" in cell for row in rows for cell in row): quoting = csv.QUOTE_ALL
    csv.writer(out, delimiter=delimiter, quotechar=quote, lineterminator=ends, quoting=quoting).writerows(rows)
    text = out.getvalue()
    if random.random() < 0.3: text = text[:-len(ends)]
    tables.append({"rows": rows, "text": text, "ends": ends, "all": quoting == csv.QUOTE_ALL, "format": {"delimiter": delimiter, "quote": quote, "escape": quote}})
print(json.dumps(tables))`], {
	encoding: "utf8",
	maxBuffer: 2 ** 26
}));
function cellsOf(records) {
	return records.map(({ cells }) => cells);
}
/** Reads a text in pieces of a length. */
function readPieces(text, format, length) {
	const reader = new RecordReader(format);
	const records = [];
	for (let at = 0; at < text.length; at += length) records.push(...reader.read(text.slice(at, at + length)));
	records.push(...reader.finish());
	expect(reader.openLine).toBeUndefined();
	return records;
}
/** Returns what a counter sees in bytes that arrive in pieces of a length. */
function count(text, format, { length = 2 ** 20, skipped = 0 } = {}) {
	const counter = new RecordCounter(format, skipped);
	const bytes = Buffer.from(text);
	for (let at = 0; at < bytes.length; at += length) counter.add(bytes.subarray(at, at + length));
	return counter.finish();
}
describe("a table that Python has written", () => {
	test("is read as it was, whole and in pieces of every length", () => {
		for (const { rows, text, format } of tables) {
			expect(cellsOf(readRecords(text, format, {
				isAll: true,
				max: 1e3
			}))).toEqual(rows);
			for (const length of [
				1,
				2,
				3,
				7
			]) expect(cellsOf(readPieces(text, format, length))).toEqual(rows);
		}
	});
	test("has quotes where Python has set them, and no odd ones", () => {
		for (const { text, format, all } of tables) {
			const records = readRecords(text, format, {
				isAll: true,
				max: 1e3
			});
			expect(records.map(({ oddQuotes }) => oddQuotes).every((odd) => odd === 0)).toBe(true);
			const isQuoted = records.flatMap(({ quoted }) => quoted);
			expect(isQuoted.every((quoted) => quoted || !all)).toBe(true);
		}
	});
	test("names the line at which each record begins", () => {
		for (const { rows, text, format, ends } of tables) {
			let line = 0;
			const expected = rows.map((row) => {
				const start = line;
				line += 1 + row.join("").split(/\r\n|\n|\r/).length - 1;
				return start;
			});
			if (rows.some((row) => row.some((cell, index) => cell.endsWith("\r") && row[index + 1]?.startsWith("\n")))) continue;
			const found = readRecords(text, format, {
				isAll: true,
				max: 1e3
			}).map((record) => record.line);
			expect(found, JSON.stringify({
				text,
				ends
			})).toEqual(expected);
		}
	});
	test("has the records, widths and quotes that a counter of bytes sees, in pieces of every length", () => {
		for (const { rows, text, format, ends } of tables) {
			const records = readRecords(text, format, {
				isAll: true,
				max: 1e3
			});
			const empty = records.filter(({ cells, quoted }) => cells.length === 1 && cells[0] === "" && quoted[0] === false);
			const width = rows[0]?.length ?? 0;
			const whole = records.length - empty.length;
			const expected = {
				records: whole,
				emptyLines: empty.length,
				widths: new Map(whole === 0 ? [] : [[width, whole]]),
				oddQuotes: 0,
				quotedCells: records.flatMap(({ quoted }) => quoted).filter(Boolean).length,
				oddEscapes: 0,
				hasNul: false,
				openLine: void 0
			};
			for (const length of [
				1,
				3,
				2 ** 20
			]) expect(count(text, format, { length })).toMatchObject(expected);
			const seen = count(text, format);
			expect(seen.isUnended).toBe(!text.endsWith(ends));
			expect(seen.lineEnds).toEqual(new Set(rows.length > 1 || text.endsWith(ends) ? [ends] : []));
		}
	});
});
test("readRecords() stops at a maximum, and leaves out a record that the text cuts", () => {
	const format = {
		delimiter: ",",
		quote: "\"",
		escape: "\""
	};
	const read = (text, isAll, max = 100) => cellsOf(readRecords(text, format, {
		isAll,
		max
	}));
	expect(read("a,b\nc,d\ne,f\n", true, 2)).toEqual([["a", "b"], ["c", "d"]]);
	expect(read("a,b\nc,d", false)).toEqual([["a", "b"]]);
	expect(read("a,b\nc,d", true)).toEqual([["a", "b"], ["c", "d"]]);
	expect(read("a\r", false)).toEqual([]);
	expect(read("a\r", true)).toEqual([["a"]]);
	expect(read("a,\"b", true)).toEqual([]);
});
test.each([
	[
		"a,b\"c,d\n",
		{},
		[[
			"a",
			"b\"c",
			"d"
		]],
		1
	],
	[
		"\"a\"b,c\n",
		{},
		[["\"a\"b", "c"]],
		1
	],
	[
		"\"a,b\"c,d\n",
		{},
		[["\"a,b\"c", "d"]],
		1
	],
	[
		"\"a\"\"b\",c\n",
		{},
		[["a\"b", "c"]],
		0
	],
	[
		"\"a\\\"b\\\\\",c\n",
		{ escape: "\\" },
		[["a\"b\\", "c"]],
		0
	],
	[
		"\"a\\nb\",c\n",
		{ escape: "\\" },
		[["a\\nb", "c"]],
		0
	],
	[
		"\"a\",b\n",
		{
			quote: "",
			escape: ""
		},
		[["\"a\"", "b"]],
		0
	],
	[
		"a^b\n",
		{ delimiter: "^" },
		[["a", "b"]],
		0
	],
	[
		"a-b\n",
		{ delimiter: "-" },
		[["a", "b"]],
		0
	],
	[
		"a]b\n",
		{ delimiter: "]" },
		[["a", "b"]],
		0
	],
	[
		"a\\b\n",
		{ delimiter: "\\" },
		[["a", "b"]],
		0
	]
])("%j is read with %j", (text, changes, cells, odd) => {
	const format = {
		delimiter: ",",
		quote: "\"",
		escape: "\"",
		...changes
	};
	const records = readRecords(text, format, {
		isAll: true,
		max: 100
	});
	expect(cellsOf(records)).toEqual(cells);
	expect(records.reduce((sum, { oddQuotes }) => sum + oddQuotes, 0)).toBe(odd);
	expect(count(text, format).oddQuotes).toBe(odd);
});
test("a quote that never closes names its line", () => {
	const format = {
		delimiter: ",",
		quote: "\"",
		escape: "\""
	};
	const text = "a,b\n\"c\nd\",e\nf,\"g\nh\n";
	const reader = new RecordReader(format);
	expect(cellsOf([...reader.read(text), ...reader.finish()])).toEqual([["a", "b"], ["c\nd", "e"]]);
	expect(reader.openLine).toBe(3);
	expect(count(text, format).openLine).toBe(4);
});
test("a counter skips lines, a byte order mark and a NUL, and knows the longest record", () => {
	const format = {
		delimiter: ",",
		quote: "\"",
		escape: "\""
	};
	expect(count("title\r\n\r\na,b\r\nc,d\r\n", format, { skipped: 2 })).toMatchObject({
		records: 2,
		widths: /* @__PURE__ */ new Map([[2, 2]])
	});
	expect(count("﻿a,b\nlonger,b\n", format)).toMatchObject({
		records: 2,
		longest: 9,
		hasNul: false,
		lastWidth: 2
	});
	expect(count("a,\0\n", format)).toMatchObject({
		records: 1,
		hasNul: true
	});
	expect(count("a\rb\nc\r\n", format)).toMatchObject({
		records: 3,
		lineEnds: /* @__PURE__ */ new Set([
			"\r",
			"\n",
			"\r\n"
		])
	});
	expect(count("\"a\\x\"\n", {
		...format,
		escape: "\\"
	})).toMatchObject({ oddEscapes: 1 });
});
test("a counter knows the longest record after lines that are skipped, in pieces of every length", () => {
	const format = {
		delimiter: ",",
		quote: "\"",
		escape: "\""
	};
	for (const length of [
		1,
		3,
		100
	]) expect(count("a long title\nabc,d\ne,f\n", format, {
		skipped: 1,
		length
	})).toMatchObject({
		records: 2,
		longest: 6
	});
});
test.each([
	"¿",
	"a¿",
	"ﻀ",
	"",
	"ﺿ"
])("a counter takes %j for no byte order mark", (text) => {
	expect(count(`${text}\nb\n`, {
		delimiter: ",",
		quote: "\"",
		escape: "\""
	})).toMatchObject({
		records: 2,
		emptyLines: 0,
		longest: Buffer.byteLength(text) + 1
	});
});
test("a counter takes a byte order mark in the middle for text", () => {
	expect(count("ab\n﻿\nb\n", {
		delimiter: ",",
		quote: "\"",
		escape: "\""
	}, { length: 3 })).toMatchObject({
		records: 3,
		emptyLines: 0,
		longest: 4
	});
});
test("a counter counts the escapes that escape nothing", () => {
	expect(count("\"a\\\"b\\\\c\\,d\\xe\\\n\",f\n", {
		delimiter: ",",
		quote: "\"",
		escape: "\\"
	})).toMatchObject({
		oddEscapes: 3,
		records: 1
	});
});
test("isEmptyLine() is true of a line without characters", () => {
	const read = (text) => readRecords(text, {
		delimiter: ",",
		quote: "\"",
		escape: "\""
	}, {
		isAll: true,
		max: 1
	}).map(isEmptyLine);
	expect([
		"\n",
		"\r\n",
		"\"\"\n",
		"a\n",
		",\n",
		" \n"
	].map((text) => read(text)[0])).toEqual([
		true,
		true,
		false,
		false,
		false,
		false
	]);
});
// connectors/files/src/csv/find-header.test.ts
test.each([
	["empty", [
		"",
		" ",
		"	"
	]],
	["number", [
		"1",
		"-2",
		"+3",
		"1.5",
		"1,5",
		"1,234",
		"1.234.567,8",
		"1 234",
		"1'234.5",
		"1e5",
		"1.5E-3",
		"50%",
		"50 %",
		" 7 ",
		".5"
	]],
	["date", [
		"2026-01-31",
		"2026/1/3",
		"1.2.26",
		"31.01.2026",
		"1/2/2026",
		"1-2-26",
		"2026-01-31T10:00",
		"2026-01-31 9:00:00Z",
		"9:30",
		"09:30:15.5"
	]],
	["bool", [
		"true",
		"FALSE",
		"True "
	]],
	["text", [
		"a",
		"1a",
		"1,23,4",
		"2026-1-31x",
		"1.2.3.4",
		"yes",
		"12:3",
		"1e",
		"--1",
		"trues",
		"10:00:0",
		"a2026-01-31"
	]]
])("kindOf() finds %s", (kind, texts) => {
	expect(texts.map((text) => [text, kindOf(text)])).toEqual(texts.map((text) => [text, kind]));
});
test("isYear() takes four digits from 1500 to 2199", () => {
	expect([
		"1500",
		"1999",
		" 2026 ",
		"2199"
	].filter((text) => !isYear(text))).toEqual([]);
	expect([
		"1499",
		"2200",
		"999",
		"20260",
		"a2026",
		"2026a",
		"1.999"
	].filter(isYear)).toEqual([]);
});
/** Finds the header of a table that is written with semicolons. */
function finding(text) {
	const [first, ...others] = readRecords(text, {
		delimiter: ";",
		quote: "\"",
		escape: "\""
	}, {
		isAll: true,
		max: 100
	});
	return first && findHeader(first, others);
}
test.each([
	[
		"name;size\na;1\nb;2",
		true,
		true
	],
	[
		"name;other\na;b\nc;d",
		true,
		false
	],
	[
		"a;1\nb;2\nc;3",
		false,
		false
	],
	[
		"1;2\n3;4",
		false,
		false
	],
	[
		"2026-01-01;x\n2026-01-02;y",
		false,
		false
	],
	[
		"true;x\nfalse;y",
		false,
		false
	],
	[
		"2024;2025;2026\n1;2;3\n4;5;6",
		true,
		false
	],
	[
		"country;2024;2025\na;1;2",
		true,
		false
	],
	[
		"y;2024;2025\na;x;y",
		true,
		false
	],
	[
		"2024;x\n2025;y",
		false,
		false
	],
	[
		"0;1;2\na;b;c",
		true,
		false
	],
	[
		"1;2;3\nx;y;z",
		true,
		false
	],
	[
		"1;3;4\nx;y;z",
		false,
		false
	],
	[
		";0;1\n0;a;b",
		true,
		false
	],
	[
		"\"1\";x\n2;y",
		true,
		true
	],
	[
		"\"1\";x\n\"2\";y",
		false,
		false
	],
	[
		"a;b",
		true,
		false
	],
	[
		"a;1",
		false,
		false
	],
	[
		"name;size\na;\nb;",
		true,
		false
	],
	[
		"name;size\na;\nb;5",
		true,
		true
	]
])("the first record of %j is a header: %s, by contrast: %s", (text, hasHeader, hasContrast) => {
	expect(finding(text)).toEqual({
		hasHeader,
		hasContrast
	});
});
test.each([
	["a,b\n1,2\n3,4\n", {
		delimiter: ",",
		header: true
	}],
	["a;b\n1,5;2\n3,5;4\n", {
		delimiter: ";",
		header: true
	}],
	["a	b\n1	2\n3	4\n", {
		delimiter: "	",
		header: true
	}],
	["a|b\n1|2\n3|4\n", {
		delimiter: "|",
		header: true
	}],
	["sep=;\na;b\n1;2\n", {
		delimiter: ";",
		header: true,
		skipped: 1
	}],
	["\"sep=|\"\r\na|b\r\n1|2\r\n", {
		delimiter: "|",
		header: true,
		skipped: 1
	}],
	["'a';'b;c'\n'1';'2'\n'3';'4'\n", {
		delimiter: ";",
		header: true,
		quote: "'"
	}],
	["1,2\n3,4\n5,6\n", {
		delimiter: ",",
		header: false
	}],
	["a,b\n\"x\\\"y\",1\n\"z\",2\n", {
		delimiter: ",",
		header: true,
		escape: "\\"
	}],
	["Report of 2026\n\na,b\n1,2\n3,4\n5,6\n", {
		delimiter: ",",
		header: true,
		skipped: 2
	}]
])("detectFormat() of %j is %j", (text, expected) => {
	const { format, hasHeader, skippedLines } = detectFormat({
		text,
		isAll: true,
		isTsv: false,
		settings: {}
	});
	const { delimiter, header, skipped = 0, quote = "\"", escape = quote } = expected;
	expect({
		format,
		hasHeader,
		skippedLines
	}).toEqual({
		format: {
			delimiter,
			quote,
			escape
		},
		hasHeader: header,
		skippedLines: skipped
	});
});
// connectors/files/src/csv/find-start.test.ts
const semicolons = {
	delimiter: ";",
	quote: "\"",
	escape: "\""
};
const commas = {
	...semicolons,
	delimiter: ","
};
function recordsOf(text, format = semicolons) {
	return readRecords(text, format, {
		isAll: true,
		max: 1e3
	});
}
const repeat = (count, line) => `${line}\n`.repeat(count);
/** A table of names and numbers. */
const table = "id;n\n1;2\n3;4\n";
/** Texts, which do not show that the first record is a header. */
const texts = "name;city\nAnn;Rome\nBob;Oslo\n";
describe("findStart() finds the table", () => {
	test.each([
		[
			"at the first record",
			table,
			{
				index: 0,
				width: 2,
				share: 1,
				title: "none"
			}
		],
		[
			"after empty records",
			`;;\n\n${texts}`,
			{
				index: 2,
				width: 2,
				title: "none"
			}
		],
		[
			"in a file of empty records",
			";\n;\n",
			{
				index: 0,
				width: 2,
				share: 1,
				title: "none"
			}
		],
		[
			"in an empty file",
			"",
			{
				index: 0,
				width: 1,
				share: 1,
				title: "none"
			}
		],
		[
			"below nothing, if its header has gaps",
			"a;b;c;\n1;2;3;4\n5;6;7;8\n",
			{
				index: 0,
				title: "none"
			}
		],
		[
			"below a line that is half empty",
			"a;b;;\nid;x;y;z\n1;2;3;4\n5;6;7;8\n",
			{
				index: 1,
				title: "certain"
			}
		],
		[
			"below a line of another width",
			"Report;2026\nid;n;m\n1;2;3\n4;5;6\n",
			{
				index: 1,
				title: "certain"
			}
		],
		[
			"at a header that nine of ten fit",
			`a;b\n${repeat(9, "x;y")}x;y;z\n1;2;3\n`,
			{
				index: 0,
				share: .9
			}
		],
		[
			"below comments",
			`# by hand\n# today\nname;city\nAnn;Rome\n`,
			{
				index: 2,
				title: "certain"
			}
		],
		[
			"below a comment and an empty line",
			"# by hand\n\nname;city\nAnn;Rome\n",
			{
				index: 2,
				title: "certain"
			}
		],
		[
			"below twenty lines",
			`${repeat(20, "x")}${table}`,
			{
				index: 20,
				title: "certain"
			}
		],
		[
			"below numbers of one row",
			"Report\nid;n;m\n1;2;3\n",
			{
				index: 1,
				title: "certain"
			}
		],
		[
			"below an empty line",
			`Report\n\n${texts}`,
			{
				index: 2,
				title: "certain"
			}
		],
		[
			"below a line of delimiters",
			`Report\n;;\n${texts}`,
			{
				index: 2,
				title: "certain"
			}
		],
		[
			"below a padded line",
			"Report;;\nname;city;age\nAnn;Rome;old\n",
			{
				index: 1,
				title: "certain"
			}
		],
		[
			"below a padded line and an empty one",
			"Report;;\n\nname;city;age\nAnn;Rome;old\n",
			{
				index: 2,
				title: "certain"
			}
		],
		[
			"below a title, if nine of ten rows fit",
			`Report\nid;n\n${repeat(9, "1;2")}1;2;3\n4;5\n`,
			{ index: 1 }
		]
	])("%s", (_name, text, expected) => {
		expect(findStart(recordsOf(text), ";")).toMatchObject(expected);
	});
	test.each([
		["one row, two cells", "Report\nid;n\n1;2\n"],
		["texts only", `Report\n${texts}`],
		["texts of one row below an empty line", "Report\n\nname;city\nAnn;Rome\n"],
		["a comment that says nothing", "#\nname;city\nAnn;Rome\n"],
		["a number sign within a text", "No #1\nname;city\nAnn;Rome\n"],
		["a line that is no comment", "# by hand\nReport\nname;city\nAnn;Rome\n"],
		["a first row of values", "# by hand\n1;2\n3;4\n5;6\n"]
	])("that likely begins below a title: %s", (_name, text) => {
		const { index, title } = findStart(recordsOf(text), ";");
		expect({
			hasTitle: index > 0,
			title
		}).toEqual({
			hasTitle: true,
			title: "likely"
		});
	});
	test.each([
		["a padded line of two cells", `Report;\n${texts}`],
		["a text in the last cell", "Report;;\n;;x\nname;city;age\nAnn;Rome;old\n"],
		["a line with as many texts as the header", "Report;2026\nid;n;\n1;2;\n3;4;\n"],
		["rows of other widths", "Report\na;b;c\n1;2\n3\n4;5;6\n"],
		["no rows below it", "Report\na;b\n\n"],
		["twenty-one lines", `${repeat(21, "x")}${table}`]
	])("at the first line where it cannot be a title: %s", (_name, text) => {
		expect(findStart(recordsOf(text), ";")).toMatchObject({
			index: 0,
			title: "none"
		});
	});
	test("and takes no list of numbers with decimal commas for two columns", () => {
		const startOf = (text) => findStart(recordsOf(text, commas), ",");
		expect(startOf("price\n1,5\n2,5\n3,5\n")).toMatchObject({
			index: 0,
			title: "none"
		});
		expect(startOf(`price\n${repeat(10, "1,5")}7\n2,5\n`)).toMatchObject({
			index: 0,
			title: "none"
		});
		expect(startOf("Report\nid,n\n1,5\n2,6\n")).toMatchObject({
			index: 1,
			title: "certain"
		});
		expect(startOf("people\nDoe,Jane\nRoe,Ann\n")).toMatchObject({
			index: 1,
			title: "likely"
		});
		expect(findStart(recordsOf("list\n1;5\n2;6\n3;7\n"), ";")).toMatchObject({
			index: 1,
			title: "likely"
		});
	});
	test("and takes no sentences below an empty line for a table", () => {
		expect(findStart(recordsOf("Text\n\nHello, you\nWell, yes\nOh, no\n", commas), ",")).toMatchObject({
			index: 2,
			title: "likely"
		});
	});
});
test.each([
	["a;b", 1],
	["a;b;c\n1;2", 1],
	["a;b;c\n1", 0],
	["a;b\n1;2;3", 0],
	["a;b;c\n1;2\n3;4;5", 0],
	["a;b\n1;2\nx", 1],
	["a;b\n1;2\n3\n4;5\n6;7\nx", .75]
])("the share of records of %j that are as wide as the first is %s: the last may be cut", (text, share) => {
	expect(plainStart(recordsOf(text)).share).toBe(share);
});
test.each([
	["a;b\n", 0],
	["\n\na;b\n", 2],
	["\n\n", 0],
	["\"\"\na\n", 0],
	[";\na\n", 0]
])("plainStart() of %j is its first record that is not an empty line", (text, index) => {
	expect(plainStart(recordsOf(text))).toMatchObject({
		index,
		title: "none"
	});
});
test.each([
	["a, b\nc, d\n", true],
	["a, b\nc,d\n", false],
	["a, b\nc, d\ne,f\n", true],
	[" a,b\n c,d\n", false],
	["a\nb\n", false],
	["a, b\nc,\"d\"\ne,\"f\"\n", true],
	["a,b\nc,\" d\"\ne,\" f\"\n", false],
	["\"a\", b\n\"c\", d\n", true]
])("isProse() of %j is %s", (text, expected) => {
	expect(isProse(recordsOf(text, commas))).toBe(expected);
});
// connectors/files/src/csv/format-text.ts
function stryNS_9fa48() {
	var g = typeof globalThis === "object" && globalThis && globalThis.Math === Math && globalThis || new Function("return this")();
	var ns = g.__stryker__ || (g.__stryker__ = {});
	if (ns.activeMutant === void 0 && g.process && g.process.env && g.process.env.__STRYKER_ACTIVE_MUTANT__) ns.activeMutant = g.process.env.__STRYKER_ACTIVE_MUTANT__;
	function retrieveNS() {
		return ns;
	}
	stryNS_9fa48 = retrieveNS;
	return retrieveNS();
}
stryNS_9fa48();
function stryCov_9fa48() {
	var ns = stryNS_9fa48();
	var cov = ns.mutantCoverage || (ns.mutantCoverage = {
		static: {},
		perTest: {}
	});
	function cover() {
		var c = cov.static;
		if (ns.currentTestId) c = cov.perTest[ns.currentTestId] = cov.perTest[ns.currentTestId] || {};
		var a = arguments;
		for (var i = 0; i < a.length; i++) c[a[i]] = (c[a[i]] || 0) + 1;
	}
	stryCov_9fa48 = cover;
	cover.apply(null, arguments);
}
function stryMutAct_9fa48(id) {
	var ns = stryNS_9fa48();
	function isActive(id) {
		if (ns.activeMutant === id) {
			if (ns.hitCount !== void 0 && ++ns.hitCount > ns.hitLimit) throw new Error("Stryker: Hit count limit reached (" + ns.hitCount + ")");
			return true;
		}
		return false;
	}
	stryMutAct_9fa48 = isActive;
	return isActive(id);
}
/**
* Says how a file is read.
*
* @param shown - How it is read
* @returns A sentence without a full stop
*/
function formatText({ format, hasHeader, skippedLines, columns }) {
	if (stryMutAct_9fa48("1026")) {} else {
		stryCov_9fa48("1026");
		return `${(stryMutAct_9fa48("1029") ? columns.length !== 1 : stryMutAct_9fa48("1028") ? false : stryMutAct_9fa48("1027") ? true : (stryCov_9fa48("1027", "1028", "1029"), columns.length === 1)) ? "One column" : `Cells separated by ${shown(format.delimiter)}`}${(stryMutAct_9fa48("1034") ? format.quote !== "\"" : stryMutAct_9fa48("1033") ? false : stryMutAct_9fa48("1032") ? true : (stryCov_9fa48("1032", "1033", "1034"), format.quote === "\"")) ? "" : `, ${(stryMutAct_9fa48("1040") ? format.quote !== "" : stryMutAct_9fa48("1039") ? false : stryMutAct_9fa48("1038") ? true : (stryCov_9fa48("1038", "1039", "1040"), format.quote === "")) ? "without quotes" : `quoted by ${format.quote}`}`}, ${hasHeader ? `header in line ${stryMutAct_9fa48("1045") ? skippedLines - 1 : (stryCov_9fa48("1045"), skippedLines + 1)}` : "no header"}${(stryMutAct_9fa48("1049") ? skippedLines !== 0 : stryMutAct_9fa48("1048") ? false : stryMutAct_9fa48("1047") ? true : (stryCov_9fa48("1047", "1048", "1049"), skippedLines === 0)) ? "" : `, ${skippedLines} ${(stryMutAct_9fa48("1054") ? skippedLines !== 1 : stryMutAct_9fa48("1053") ? false : stryMutAct_9fa48("1052") ? true : (stryCov_9fa48("1052", "1053", "1054"), skippedLines === 1)) ? "line" : "lines"} before it skipped`}`;
	}
}
// connectors/files/src/csv/format-text.test.ts
test.each([
	["Cells separated by \";\", header in line 1", {}],
	["One column, header in line 1", { columns: ["a"] }],
	["Cells separated by tabs, header in line 1", { format: {
		delimiter: "	",
		quote: "\"",
		escape: "\""
	} }],
	[`Cells separated by ";", quoted by ', header in line 1`, { format: {
		delimiter: ";",
		quote: "'",
		escape: "'"
	} }],
	["Cells separated by \";\", without quotes, header in line 1", { format: {
		delimiter: ";",
		quote: "",
		escape: ""
	} }],
	["Cells separated by \";\", no header", { hasHeader: false }],
	["Cells separated by \";\", header in line 2, 1 line before it skipped", { skippedLines: 1 }],
	["Cells separated by \";\", header in line 3, 2 lines before it skipped", { skippedLines: 2 }]
])("formatText() says %j", (text, changes) => {
	expect(formatText({
		format: {
			delimiter: ";",
			quote: "\"",
			escape: "\""
		},
		hasHeader: true,
		skippedLines: 0,
		columns: ["a", "b"],
		...changes
	})).toBe(text);
});
export { runAll };

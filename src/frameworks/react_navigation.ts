/**
 * React Navigation: `<Stack.Screen name="Profile" component={Profile} />` and
 * `createStackNavigator({ screens: { Profile } })` name screens, `navigation.navigate("Profile")` goes there.
 */
import { Binding, Expr, Op, RefKind } from "../extract/facts.ts";
import { callAt, type GivenCall, lastNameAt, propertyAt } from "../resolve/given.ts";
import type { Linker } from "../resolve/linker.ts";
import type { Links, Site } from "../resolve/links.ts";
import type { ProjectFile } from "../resolve/project.ts";
import { Screens } from "./navigation.ts";
import { Routes } from "./routes.ts";
import { ShownComponents } from "./shown_components.ts";
import { ECMASCRIPT } from "./verb_router.ts";

const CALLS: ReadonlySet<number> = new Set([RefKind.call]);
const FRAMEWORK = "React Navigation";
const PACKAGES = /^@react-navigation\//;
const NAVIGATOR =
  /^@react-navigation\/[\w-]+\.create(?:\w*Navigator|StandardNavigationFactories)\b/;
const MAKES = /^create\w*Navigator$/;
const MAKES_SCREEN = /^create\w*Screen$/;
const MEANS = /^@react-navigation\/[\w-]+\./;
const GOES = ["jumpTo", "navigate", "popTo", "push", "replace"];
/** What holds the object that goes to screens, wherever its type is not told. */
const HOLDER = /^(?:navigation|nav|navigator|navigationRef|StackActions|CommonActions|TabActions)$/;

class ReactNavigation {
  readonly #links: Links;
  readonly #shown: ShownComponents;
  readonly #screens: Screens;

  constructor(links: Links) {
    this.#links = links;
    this.#shown = new ShownComponents(links, new Routes(links, FRAMEWORK));
    this.#screens = new Screens(links, FRAMEWORK);
  }

  link(): void {
    const files = this.#links.filesIn(ECMASCRIPT).filter((file) =>
      this.#links.importsPackage(file, PACKAGES)
    );
    if (files.length === 0) return;
    for (const site of this.#links.referencesTo(CALLS, ECMASCRIPT, ["Screen"])) this.#element(site);
    const makers = new Set(
      files.flatMap((file) => file.nameIds)
        .flatMap((ids) => [...ids])
        .map((id) => this.#links.project.names[id] ?? "")
        .filter((name) => MAKES.test(name)),
    );
    for (const site of this.#links.referencesTo(CALLS, ECMASCRIPT, makers)) this.#table(site);
    if (this.#screens.isEmpty) return;
    for (const site of this.#links.referencesTo(CALLS, ECMASCRIPT, GOES)) this.#go(site);
  }

  /** `<Stack.Screen name="Profile" component={Profile} />`. */
  #element(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined || call.receiver < 0) return;
    const names = this.#links.typeNamesOf(call.file, call.receiver);
    if (!names.some((name) => NAVIGATOR.test(name))) return;
    const name = this.#links.texts.text(call.file, call.named.get("name") ?? -1);
    const shown = call.named.get("component") ?? call.named.get("getComponent") ??
      call.named.get("children") ?? -1;
    if (name !== undefined) this.#add(name, call.file, call.file, shown);
  }

  /** `createStackNavigator({ screens: { Profile, Home: { screen: Home } } })`. */
  #table(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined) return;
    const names = [
      ...this.#links.namesOf(call.file, call.callee),
      ...this.#links.typeNamesOf(call.file, call.callee),
    ];
    if (!names.some((name) => NAVIGATOR.test(name))) return;
    const { file, positional: [first = -1] } = call;
    this.#screensIn(file, first);
    const groups = propertyAt(file, first, "groups");
    for (const [, group] of membersOf(file, groups)) this.#screensIn(file, group);
  }

  #screensIn(file: ProjectFile, table: number): void {
    for (const [name, given] of membersOf(file, propertyAt(file, table, "screens"))) {
      const [owner, value] = this.#madeFrom(file, given);
      const inside = propertyAt(owner, value, "screen");
      this.#add(name, file, owner, inside >= 0 ? inside : value);
    }
  }

  /** What `createStackScreen({ screen: Profile })` is given, also where a variable holds it. */
  #madeFrom(file: ProjectFile, given: number): readonly [file: ProjectFile, expression: number] {
    for (const origin of this.#links.origins.of(file, given)) {
      const call = origin.tag === "expression" ? callAt(origin.file, origin.expression) : undefined;
      if (call !== undefined && MAKES_SCREEN.test(lastNameAt(call.file, call.callee))) {
        return [call.file, call.positional[0] ?? -1];
      }
    }
    return [file, given];
  }

  /** @param from where the screen is named */
  #add(name: string, from: ProjectFile, file: ProjectFile, shown: number): void {
    const components = this.#shown.of(file, shown).map(({ symbol }) => symbol);
    const found = components.length > 0 ? components : this.#navigatorsAt(file, shown);
    this.#screens.addNamed(name, from, found);
  }

  /** Variables that hold the navigator which a screen shows. */
  #navigatorsAt(file: ProjectFile, shown: number): readonly number[] {
    if (!this.#links.typeNamesOf(file, shown).some((name) => NAVIGATOR.test(name))) return [];
    return this.#links.entitiesAt(file, shown).flatMap((entity) => {
      if (entity.tag !== "binding") return [];
      const owner = this.#links.project.file(entity.file);
      const symbol = owner.binding(entity.binding, Binding.SYMBOL);
      return symbol < 0 ? [] : [owner.firstSymbol + symbol];
    });
  }

  /** `navigation.navigate("Profile")`, `navigation.navigate("Tabs", { screen: "Profile" })`. */
  #go(site: Site): void {
    const call = this.#links.callOf(site);
    if (call === undefined || call.receiver < 0 || !this.#isNavigation(call)) return;
    const { file, positional: [first = -1, second = -1] } = call;
    const named = this.#links.texts.text(file, first) ??
      this.#links.texts.text(file, propertyAt(file, first, "name"));
    const inside = this.#links.texts.text(file, propertyAt(file, second, "screen"));
    for (const name of [named, inside]) {
      if (name !== undefined) this.#screens.goToNamed(site, name);
    }
  }

  #isNavigation({ file, callee, receiver }: GivenCall): boolean {
    const names = [
      ...this.#links.namesOf(file, callee),
      ...this.#links.typeNamesOf(file, receiver),
    ];
    return HOLDER.test(lastNameAt(file, receiver)) || names.some((name) => MEANS.test(name));
  }
}

/** Names and values of what an object literal holds. */
function membersOf(
  file: ProjectFile,
  object: number,
): readonly (readonly [name: string, value: number])[] {
  if (object < 0 || file.expression(object, Expr.OP) !== Op.object) return [];
  const scope = file.expression(object, Expr.A);
  const members: [string, number][] = [];
  for (let row = 0; row < file.count("bindings"); row++) {
    if (file.binding(row, Binding.SCOPE) !== scope) continue;
    const name = file.text(file.binding(row, Binding.NAME));
    members.push([name, propertyAt(file, object, name)]);
  }
  return members;
}

/** React Navigation. */
export const reactNavigation: Linker = { link: (links) => new ReactNavigation(links).link() };

import { installPackages } from "./install-packages.mjs";
import { TEST_PACKAGES } from "./test-packages.mjs";

installPackages(TEST_PACKAGES);

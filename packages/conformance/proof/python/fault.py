"""How a fault is described, and how the list of faults is printed."""
import json

FAULTS = {}


class Fault:
    def __init__(self, says, areas, plant, serious, account, provider):
        self.says, self.areas, self.plant = says, areas.split(), plant
        self.serious, self.account, self.provider = serious, account, provider


def register(faults):
    """Makes the decorator by which a module lists its faults."""
    def fault(name, says, areas, serious=True, account="apikey", provider=False):
        def keep(plant):
            faults[name] = Fault(says, areas, plant, serious, account, provider)
            return plant
        return keep
    return fault


def wrap(owner, name, make):
    setattr(owner, name, make(getattr(owner, name)))


def print_faults(faults):
    print(json.dumps([{"id": name, "says": one.says, "areas": one.areas, "serious": one.serious,
                       "account": one.account, "provider": one.provider} for name, one in faults.items()]))

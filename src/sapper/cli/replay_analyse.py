def configure(parser):
    pass


def run(a):
    return 0
